/**
 * A separate process that re-encodes pictures, one at a time: an attack on a decoder affects only this process, which
 * may be killed at any time. It exits when the server has exited or a picture exceeds its memory limit.
 */
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { runAtLowPriority } from './low-priority.process.ts';
import { UnusableImage } from './media.policy.ts';
import type { ImageReply, ImageJob } from './media.types.ts';
import { rewriteImage } from './rewrite-image.codec.ts';

const MAX_BYTES = 235 * 1024 * 1024;
/** A process that holds more than this after a job is replaced. */
const HIGH_MEMORY_BYTES = 110 * 1024 * 1024;
const CHECK_INTERVAL_MS = 10;
/** Lower priority than the server, so that decoding does not delay it. */
const NICENESS = 10;

runAtLowPriority(NICENESS);
// Now, because this process never exits in order.
flushCompileCache();
process.on('disconnect', end);
// These signals reach the whole process group; the server decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (job: ImageJob) => void run(job));

async function run({ maxBytes = MAX_BYTES, ...job }: ImageJob): Promise<void> {
  // The decoders run in other threads, so this one is free to check.
  const memoryCheck = setInterval(() => {
    if (process.memoryUsage.rss() < maxBytes) return;
    send({ refusal: 'needs too much memory', isMemoryHigh: true });
    end();
  }, CHECK_INTERVAL_MS);
  const answer = await answerTo(job);
  clearInterval(memoryCheck);
  // The picture is garbage now, but too small to trigger a collection.
  globalThis.gc?.();
  send({ ...answer, isMemoryHigh: process.memoryUsage.rss() > HIGH_MEMORY_BYTES });
}

function send(answer: ImageReply): void {
  process.send?.(answer);
}

/** Kills itself: an orderly exit would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function answerTo({
  source,
  ...options
}: Omit<ImageJob, 'maxBytes'>): Promise<Omit<ImageReply, 'isMemoryHigh'>> {
  try {
    const bytes = typeof source === 'string' ? await readFile(source) : source;
    return { image: await rewriteImage(bytes, options) };
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error;
    const { cause } = error;
    return { refusal: cause instanceof Error ? `${error.message}: ${cause.message}` : error.message };
  }
}
