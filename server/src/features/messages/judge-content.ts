import type { WordFilter } from '../safety/index.ts';

/**
 * The listed words of a message that are to be looked at (SV-105); undefined for a message that was stored before its
 * words were listed, which `confirmAgain` finds out and confirms. Throws `words_refused`.
 */
export async function judgeContent(
  wordFilter: Pick<WordFilter, 'judge'>,
  content: string,
  confirmAgain: () => Promise<boolean>,
): Promise<readonly string[] | undefined> {
  try {
    return wordFilter.judge(content);
  } catch (error) {
    if (await confirmAgain()) return undefined;
    throw error;
  }
}
