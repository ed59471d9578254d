import type { Quote } from '@adda/contract/messages';
import type { SendGroupMessage } from '@adda/contract/rooms';

/** An image stored on the server: `url` is a signed link that expires, sizes are in pixels. */
export type ChosenImage = {
  readonly id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** The order of images that are files; missing for one that was added in another way. */
  readonly place?: number;
};

/** A video chosen for a message. */
export type ChosenVideo = { readonly url: string; readonly videoId: string; readonly title?: string };

/** A recording stored on the server: its length in ms and its peaks from 0 to 100. */
export type ChosenVoice = {
  readonly id: string;
  readonly durationMs: number;
  readonly waveform: readonly number[];
};

/** The attachments of a message. A voice message has no image and no video (VM-01). */
export type Attachments = {
  readonly image?: ChosenImage;
  /** Further images of a draft: each becomes a message of its own, after the first (HM-12). Never part of one message. */
  readonly moreImages?: readonly ChosenImage[];
  readonly video?: ChosenVideo;
  readonly voice?: ChosenVoice;
};

/** The message that a draft replies to. */
export type ReplyTarget = {
  /** As the reply will quote it. */
  readonly quote: Quote;
  /** The users who hear a reply to a whisper (RY-02); undefined for a reply to a message to all. */
  readonly whisperTo?: readonly string[] | undefined;
};

/** Who hears a message with names at its beginning (MN-01). */
export type Audience = NonNullable<SendGroupMessage['audience']>;

/** What a message has beside its content. */
export type Addressing = {
  readonly replyTo?: ReplyTarget | undefined;
  /** Undefined: a whisper if names are at its beginning. */
  readonly audience?: Audience | undefined;
  /** The links of the message get no card (FT-05). */
  readonly noPreview?: boolean | undefined;
};

/** An unsent message. */
export type Draft = Addressing & { readonly text: string; readonly attachments: Attachments };

/** A stored message whose text the user changes. */
export type EditTarget = {
  readonly messageId: string;
  /** The text before the edit. */
  readonly content: string;
  /** Whether an image, a video or a recording remains if the text is removed (ED-01). */
  readonly hasAttachment: boolean;
  /** The recipients of a whisper; empty for a message to all. */
  readonly recipients: readonly string[];
};

/** An edit in the input. */
export type Editing = {
  readonly target: EditTarget;
  readonly text: string;
  /** Why the server refused it. */
  readonly problem?: string | undefined;
};

/** No attachments. */
export const noAttachments: Attachments = {};

/** An empty draft. */
export const emptyDraft: Draft = { text: '', attachments: noAttachments };

/** Whether there is an image, a video or a recording; then the text may be empty (GC-56). */
export const hasAttachment = ({ image, video, voice }: Attachments): boolean =>
  image !== undefined || video !== undefined || voice !== undefined;

/** The images of a draft, in their order. */
export const imagesOf = ({ image, moreImages = [] }: Attachments): readonly ChosenImage[] =>
  image ? [image, ...moreImages] : moreImages;

/** The attachments with these images. */
export function withImages(
  { image: _image, moreImages: _more, ...others }: Attachments,
  images: readonly ChosenImage[],
): Attachments {
  const [image, ...moreImages] = images;
  return { ...others, ...(image && { image }), ...(moreImages.length > 0 && { moreImages }) };
}

/** The attachments with further images, which are files, in the order in which these were chosen. */
export const addImages = (attachments: Attachments, added: readonly ChosenImage[]): Attachments =>
  withImages(
    attachments,
    [...imagesOf(attachments), ...added].toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0)),
  );

/** Whether the draft has no content and no quote. */
export const isBlank = ({ text, attachments, replyTo }: Draft): boolean =>
  text === '' && !hasAttachment(attachments) && replyTo === undefined;
