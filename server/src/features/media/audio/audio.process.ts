/** A separate process that re-encodes one recording. */
import { serveLimitedJob } from '../limited-job.process.ts';
import { UnusableAudio } from '../media.policy.ts';
import type { AudioJob, RewrittenAudio } from '../media.types.ts';
import { rewriteAudio } from './rewrite-audio.codec.ts';

/** Lower priority than the server. */
const NICENESS = 10;

serveLimitedJob<AudioJob, RewrittenAudio>({
  niceness: NICENESS,
  work: rewriteAudio,
  isRefusal: (error) => error instanceof UnusableAudio,
});
