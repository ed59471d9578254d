import { hasAttachment, isBlank, type Draft } from './attachments.ts';

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
