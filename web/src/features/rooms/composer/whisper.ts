import { readWhisper } from '@adda/contract/rooms';

/**
 * The names that a text is meant for alone, as the server reads them (GC-57). With an image or a video a name alone
 * is enough. Empty for words to everybody.
 */
export function whisperNames(text: string, hasAttachment = false): readonly string[] {
  return (readWhisper(text, hasAttachment)?.names ?? []).filter((name) => name !== '');
}
