import { readWhisper } from '@adda/contract/rooms';

/** The names that a text is meant for alone, as the server reads them (GC-57). Empty for words to everybody. */
export function whisperNames(text: string): readonly string[] {
  return (readWhisper(text)?.names ?? []).filter((name) => name !== '');
}
