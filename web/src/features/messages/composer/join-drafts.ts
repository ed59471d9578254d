import { readWhisper } from '@adda/contract/rooms';
import { hasAttachment, imagesOf, isBlank, withImages, type Draft } from './attachments.ts';

/** Whether the drafts can become one message: one image and one video, or one recording, and one quote. */
export const canPrepend = (unsent: Draft, current: Draft): boolean =>
  !(unsent.attachments.image && current.attachments.image) &&
  !(unsent.attachments.video && current.attachments.video) &&
  !(unsent.replyTo && current.replyTo) &&
  !(unsent.attachments.voice && hasAttachment(current.attachments)) &&
  !(current.attachments.voice && hasAttachment(unsent.attachments));

/** Puts an unsent message before the current draft; see {@link canPrepend}. */
export const prependDraft = (unsent: Draft, current: Draft): Draft => ({
  text: [unsent.text, current.text].filter((text) => text !== '').join('\n'),
  attachments: { ...unsent.attachments, ...current.attachments },
  replyTo: unsent.replyTo ?? current.replyTo,
  noPreview: unsent.noPreview ?? current.noPreview,
});

/**
 * The draft without its quote. What was written as a reply to a whisper stays a whisper: the names of those who would have
 * heard it come to its beginning, so that nothing is said to all that was meant for one.
 */
export function withoutReply({ replyTo, ...draft }: Draft): Draft {
  const { whisperTo = [] } = replyTo ?? {};
  if (whisperTo.length === 0 || isBlank(draft)) return draft;
  const names = whisperTo.map((name) => `@${name}`).join(' ');
  return { ...draft, text: `${names} ${draft.text}`, audience: 'whisper' };
}

/**
 * The messages that a draft becomes: the first has everything but the further images, each of which follows as a message of
 * its own (HM-12) to the same people. A whisper therefore begins with the names again, or replies to the same whisper.
 */
export function splitDraft(draft: Draft): readonly Draft[] {
  const { text, audience, replyTo, attachments } = draft;
  const [first, ...others] = imagesOf(attachments);
  if (others.length === 0) return [draft];
  const names = audience === 'whisper' ? (readWhisper(text, true)?.names ?? []) : [];
  const toSamePeople = {
    text: names.map((name) => `@${name}`).join(' '),
    ...(audience && { audience }),
    ...(replyTo?.whisperTo && { replyTo }),
  };
  return [
    { ...draft, attachments: withImages(attachments, first ? [first] : []) },
    ...others.map((image): Draft => Object.assign({ attachments: { image } }, toSamePeople)),
  ];
}

/** The draft that became these messages; see {@link splitDraft}. */
export function joinSplit([first, ...others]: readonly [Draft, ...Draft[]]): Draft {
  const images = [first, ...others].flatMap(({ attachments }) => imagesOf(attachments));
  return { ...first, attachments: withImages(first.attachments, images) };
}
