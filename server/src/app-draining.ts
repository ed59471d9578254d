import type { Logger } from './platform/logging/logger.ts';

/** Something that has to end, and how it is called in the log. */
export type Ending = { readonly name: string; readonly end: () => Promise<void> | void };

/** What takes longer than this to end is told in the log. */
const LONG_MS = 7000;

/**
 * Ends one thing after the other. What fails does not keep the rest from ending; all failures are thrown together at the
 * end. What hangs is left to the caller, who knows how long there is.
 */
export async function endInOrder(endings: readonly Ending[], logger: Logger): Promise<void> {
  const failures: unknown[] = [];
  for (const { name, end } of endings) {
    const notice = setTimeout(() => logger.warn({ ending: name }, 'this takes long to end'), LONG_MS).unref();
    try {
      await end();
    } catch (error) {
      failures.push(error);
      logger.warn({ err: error, ending: name }, 'this did not end in order');
    } finally {
      clearTimeout(notice);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything ended in order');
}
