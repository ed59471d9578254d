import type { Logger } from './platform/logging/logger.ts';

/** One step of a shutdown, with its name for the log. */
export type ShutdownStep = { readonly name: string; readonly end: () => Promise<void> | void };

/** A step that takes longer is logged. */
const LONG_MS = 7000;

/**
 * Runs the steps one after the other. A failed step does not stop the remaining ones; all failures are thrown
 * together as an `AggregateError` at the end. Sets no timeout: the caller knows how long a shutdown may take.
 */
export async function runShutdownSteps(steps: readonly ShutdownStep[], logger: Logger): Promise<void> {
  const failures: unknown[] = [];
  for (const { name, end } of steps) {
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
