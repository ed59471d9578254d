/** An image that the server keeps: `url` is a signed link that works for a while, sizes are in pixels. */
export type ChosenImage = {
  readonly id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
};

/** A video that was chosen for a message. */
export type ChosenVideo = { readonly url: string; readonly videoId: string; readonly title?: string };

/** What goes along with the words of a message. */
export type Attachments = { readonly image?: ChosenImage; readonly video?: ChosenVideo };

/** What somebody has written: words, and what goes along. */
export type Draft = { readonly text: string; readonly attachments: Attachments };

/** Nothing goes along. */
export const noAttachments: Attachments = {};

/** Nothing is written. */
export const emptyDraft: Draft = { text: '', attachments: noAttachments };

/** Whether an image or a video goes along; then words may be missing (GC-56). */
export const hasAttachment = ({ image, video }: Attachments): boolean =>
  image !== undefined || video !== undefined;

/** Whether there is nothing that could be lost. */
export const isBlank = ({ text, attachments }: Draft): boolean => text === '' && !hasAttachment(attachments);

/** Whether both have an image or both a video: a message has room for one of each. */
export const canTakeBack = (returned: Draft, now: Draft): boolean =>
  !(returned.attachments.image && now.attachments.image) &&
  !(returned.attachments.video && now.attachments.video);

/** `returned` put before what is in the input now; see {@link canTakeBack}. */
export const putBefore = (returned: Draft, now: Draft): Draft => ({
  text: [returned.text, now.text].filter((text) => text !== '').join('\n'),
  attachments: { ...returned.attachments, ...now.attachments },
});
