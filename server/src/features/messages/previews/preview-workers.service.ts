import { AsyncLocalStorage } from 'node:async_hooks';
import type { Waiting } from './previews.repository.ts';

/** Pages that a node fetches at the same time. */
const AT_ONCE = 4;

type WorkerOptions = {
  /** Returns the next message that is due, if any. */
  readonly take: () => Promise<Waiting | undefined>;
  /** Must end soon once `closing` aborts. */
  readonly work: (waiting: Waiting, closing: AbortSignal) => Promise<void>;
  readonly failed: (error: unknown) => void;
};

/** Creates workers that end when nothing is due any more. */
export function createWorkers({ take, work, failed }: WorkerOptions) {
  const closing = new AbortController();
  // Workers must not run in the async context of the commit that starts them.
  const outside = AsyncLocalStorage.snapshot();
  const running = new Set<Promise<void>>();
  let mayBeMore = false;

  async function run(): Promise<void> {
    while (mayBeMore && !closing.signal.aborted) {
      mayBeMore = false;
      for (let next = await take(); next && !closing.signal.aborted; next = await take()) {
        // There may be another one, for another worker.
        start();
        await work(next, closing.signal);
      }
    }
  }

  function start(): void {
    mayBeMore = true;
    if (closing.signal.aborted || running.size >= AT_ONCE) return;
    const worker = outside(run)
      .catch(failed)
      .finally(() => running.delete(worker));
    running.add(worker);
  }

  return {
    start,
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(running);
    },
  };
}
