import { OutboundRefused } from './outbound.types.ts';

/** Runs the work with a deadline. Throws `OutboundRefused` on every failure: `time` after the deadline, otherwise `network`. */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await work(signal);
  } catch (error) {
    if (error instanceof OutboundRefused) throw error;
    throw new OutboundRefused(signal.aborted ? 'time' : 'network', { cause: error });
  }
}

/** Rejects when the signal aborts: a slow name lookup must not outlive the deadline, and can't be cancelled. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
