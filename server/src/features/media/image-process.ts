/**
 * A process of its own that writes pictures anew, one after the other: whatever a picture does to a decoder, it is done
 * to this process, which may be killed at any time. It ends by itself when the server is gone or a picture needs more
 * memory than one may have.
 */
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { runBehindTheServer } from './behind-the-server.ts';
import type { ImageAnswer, ImageJob } from './image-jobs.types.ts';
import { rewriteImage } from './rewrite-image.ts';
import { UnusableImage } from './unusable-image.ts';

const MOST_BYTES = 235 * 1024 * 1024;
/** With more than this a process that is done has not given back what it took. */
const SPENT_BYTES = 110 * 1024 * 1024;
const LOOK_EVERY_MS = 10;
/** Behind the server, which must not wait for a processor while this one decodes. */
const NICENESS = 10;

runBehindTheServer(NICENESS);
// Now, because this process never ends in order.
flushCompileCache();
process.on('disconnect', end);
// These reach the whole group; the server decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (job: ImageJob) => void run(job));

async function run({ mostBytes = MOST_BYTES, ...job }: ImageJob): Promise<void> {
  // The decoders run in threads of their own, so this one has the time to look.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() < mostBytes) return;
    send({ refusal: 'needs too much memory', isSpent: true });
    end();
  }, LOOK_EVERY_MS);
  const answer = await answerTo(job);
  clearInterval(watch);
  // The picture itself is garbage now, too little for the engine to care about.
  globalThis.gc?.();
  send({ ...answer, isSpent: process.memoryUsage.rss() > SPENT_BYTES });
}

function send(answer: ImageAnswer): void {
  process.send?.(answer);
}

/** At once: an exit in order would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function answerTo({
  source,
  ...options
}: Omit<ImageJob, 'mostBytes'>): Promise<Omit<ImageAnswer, 'isSpent'>> {
  try {
    const bytes = typeof source === 'string' ? await readFile(source) : source;
    return { image: await rewriteImage(bytes, options) };
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error;
    const { cause } = error;
    return { refusal: cause instanceof Error ? `${error.message}: ${cause.message}` : error.message };
  }
}
