/** A separate process that re-encodes one video. */
import { serveLimitedJob } from '../limited-job.process.ts';
import { UnusableVideo } from '../media.policy.ts';
import type { VideoJob } from '../media.types.ts';
import { rewriteVideo } from './rewrite-video.codec.ts';

/** Lower priority than the server and than pictures and recordings, for which users wait. */
const NICENESS = 15;

serveLimitedJob<VideoJob, Awaited<ReturnType<typeof rewriteVideo>>>({
  niceness: NICENESS,
  work: rewriteVideo,
  isRefusal: (error) => error instanceof UnusableVideo,
});
