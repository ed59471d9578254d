/** An image stored on the server: `url` is a signed link that expires, sizes are in pixels. */
export type ChosenImage = {
  readonly id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
};

/** A video chosen for a message. */
export type ChosenVideo = { readonly url: string; readonly videoId: string; readonly title?: string };

/** The attachments of a message. */
export type Attachments = { readonly image?: ChosenImage; readonly video?: ChosenVideo };

/** An unsent message: its text and attachments. */
export type Draft = { readonly text: string; readonly attachments: Attachments };

/** No attachments. */
export const noAttachments: Attachments = {};

/** An empty draft. */
export const emptyDraft: Draft = { text: '', attachments: noAttachments };

/** Whether there is an image or a video; then the text may be empty (GC-56). */
export const hasAttachment = ({ image, video }: Attachments): boolean =>
  image !== undefined || video !== undefined;

/** Whether the draft has no content. */
export const isBlank = ({ text, attachments }: Draft): boolean => text === '' && !hasAttachment(attachments);

/** Whether the drafts can become one message, which has at most one image and one video. */
export const canPrepend = (unsent: Draft, current: Draft): boolean =>
  !(unsent.attachments.image && current.attachments.image) &&
  !(unsent.attachments.video && current.attachments.video);

/** Puts an unsent message before the current draft; see {@link canPrepend}. */
export const prependDraft = (unsent: Draft, current: Draft): Draft => ({
  text: [unsent.text, current.text].filter((text) => text !== '').join('\n'),
  attachments: { ...unsent.attachments, ...current.attachments },
});
