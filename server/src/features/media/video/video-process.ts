/**
 * A process of its own that writes one video anew: whatever a video does to a decoder, it is done to this process, which
 * may be killed at any time. It ends by itself when the server is gone or the video needs more memory or processor time
 * than one may have.
 */
import { runBehindTheServer } from '../behind-the-server.ts';
import { rewriteVideo } from './rewrite-video.ts';
import { UnusableVideo } from './unusable-video.ts';
import type { VideoAnswer, VideoJob } from './video-jobs.types.ts';

const LOOK_EVERY_MS = 10;
/** Behind the server and behind pictures, for which somebody waits. */
const NICENESS = 15;

runBehindTheServer(NICENESS);
process.on('disconnect', end);
// These reach the whole group; the server decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (job: VideoJob) => void run(job));

async function run(job: VideoJob): Promise<void> {
  // The decoders run in threads of their own, so this one has the time to look.
  const watch = setInterval(() => {
    const breach = breachOf(job);
    if (!breach) return;
    clearInterval(watch);
    answerAndEnd({ refusal: breach });
  }, LOOK_EVERY_MS);
  const answer = await answerTo(job);
  clearInterval(watch);
  answerAndEnd(answer);
}

function breachOf({ mostBytes, cpuSeconds }: VideoJob): string | undefined {
  const { user, system } = process.cpuUsage();
  if (user + system > cpuSeconds * 1_000_000) return 'needs too much time';
  return process.memoryUsage.rss() > mostBytes ? 'needs too much memory' : undefined;
}

async function answerTo(job: VideoJob): Promise<VideoAnswer> {
  try {
    return { video: await rewriteVideo(job) };
  } catch (error) {
    if (error instanceof UnusableVideo) return { refusal: error.message };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function answerAndEnd(answer: VideoAnswer): void {
  process.send?.(answer, end);
}

/** At once: an exit in order would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
