import { readWhisper } from '@adda/contract/rooms';
import type { Draft } from '../../messages/index.ts';

/** A name after white space or an opening bracket or quotation mark, as in 'see (@esha'. */
export const TYPED_NAME = /(?:^|[\s\p{Ps}\p{Pi}"'])[@＠](\S*)$/u;

/** The names at the beginning of a text, as the server reads them (GC-57). With an image or a video a name alone is sufficient. */
export function whisperNames(text: string, hasAttachment = false): readonly string[] {
  return (readWhisper(text, hasAttachment)?.names ?? []).filter((name) => name !== '');
}

/** The names at the beginning of a draft. */
export const namesAtStart = ({ text, attachments: { image, video } }: Draft): readonly string[] =>
  whisperNames(text, image !== undefined || video !== undefined);

/** The users who hear a message beside its sender; empty for a message to all (RY-02, MN-01). */
export const hearersOf = (draft: Draft): readonly string[] =>
  draft.replyTo?.whisperTo ?? (draft.audience === 'room' ? [] : namesAtStart(draft));
