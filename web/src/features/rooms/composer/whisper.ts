import { readWhisper } from '@adda/contract/rooms';

/**
 * The recipients of a text as the server reads them (GC-57). With an image or a video a name alone is sufficient. Empty
 * for a message to all.
 */
export function whisperNames(text: string, hasAttachment = false): readonly string[] {
  return (readWhisper(text, hasAttachment)?.names ?? []).filter((name) => name !== '');
}
