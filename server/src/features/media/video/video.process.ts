/**
 * A separate process that re-encodes one video: an attack on a decoder affects only this process, which may be killed
 * at any time. It exits when the server has exited or the video exceeds its limits of memory or processor time.
 */
import { runAtLowPriority } from '../low-priority.process.ts';
import { rewriteVideo } from './rewrite-video.codec.ts';
import { UnusableVideo } from '../media.policy.ts';
import type { VideoReply, VideoJob } from '../media.types.ts';

const CHECK_INTERVAL_MS = 10;
/** Lower priority than the server and than pictures, for which users wait. */
const NICENESS = 15;

runAtLowPriority(NICENESS);
process.on('disconnect', end);
// These signals reach the whole process group; the server decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (job: VideoJob) => void run(job));

async function run(job: VideoJob): Promise<void> {
  // The decoders run in other threads, so this one is free to check.
  const limitCheck = setInterval(() => {
    const breach = breachOf(job);
    if (!breach) return;
    clearInterval(limitCheck);
    answerAndEnd({ refusal: breach });
  }, CHECK_INTERVAL_MS);
  const answer = await answerTo(job);
  clearInterval(limitCheck);
  answerAndEnd(answer);
}

function breachOf({ maxBytes, cpuSeconds }: VideoJob): string | undefined {
  const { user, system } = process.cpuUsage();
  if (user + system > cpuSeconds * 1_000_000) return 'needs too much time';
  return process.memoryUsage.rss() > maxBytes ? 'needs too much memory' : undefined;
}

async function answerTo(job: VideoJob): Promise<VideoReply> {
  try {
    return { video: await rewriteVideo(job) };
  } catch (error) {
    if (error instanceof UnusableVideo) return { refusal: error.message };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function answerAndEnd(answer: VideoReply): void {
  process.send?.(answer, end);
}

/** Kills itself: an orderly exit would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
