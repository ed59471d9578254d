import { fileURLToPath } from 'node:url';
import { VIDEO_DECODE_SECONDS } from '@adda/contract/media';
import { createLimitedProcesses } from '../limited-processes.service.ts';
import { readHead } from '../local-files.service.ts';
import { UnusableVideo, fileKindOf, type Container } from '../media.policy.ts';
import type { RewrittenVideo, VideoJob } from '../media.types.ts';

const PROGRAM = fileURLToPath(new URL('video.process.ts', import.meta.url));
/** Measured: at most 350 MB for the largest accepted frames, including the process itself. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Below the job timeout (300 s), including the work before and after. */
const WALL_MS = 180_000;

/** Thrown after a timeout, or when the process was killed from outside. The file itself may be fine. */
class VideoInterrupted extends Error {
  override name = 'VideoInterrupted';
}

/** Re-encodes videos, each in a separate process with limits on memory and time. */
export type VideoWriter = {
  /** Throws `UnusableVideo` for anything that is no acceptable video, `VideoInterrupted` after a timeout. */
  write(request: { readonly source: string; readonly folder: string }): Promise<RewrittenVideo>;
  /** Ends the processes. Current and later jobs fail. */
  close(): void;
};

type WriterOptions = {
  /** Limits of elapsed and processor time of one video. */
  readonly wallMs?: number | undefined;
  readonly cpuSeconds?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly cacheFolder?: string | undefined;
};

/** Creates the writer. The caller limits concurrency. */
export function createVideoWriter({
  wallMs = WALL_MS,
  cpuSeconds = VIDEO_DECODE_SECONDS,
  maxBytes = MAX_BYTES,
  cacheFolder,
}: WriterOptions = {}): VideoWriter {
  const processes = createLimitedProcesses<RewrittenVideo>({
    program: PROGRAM,
    wallMs,
    cacheFolder,
    refusalOf: (reason) => new UnusableVideo(reason),
    interruptionOf: (reason) => new VideoInterrupted(reason),
  });
  return {
    async write({ source, folder }) {
      const container = await containerOf(source);
      const job: VideoJob = { source, container, folder, maxBytes, cpuSeconds };
      return processes.run(job);
    },
    close: processes.close,
  };
}

async function containerOf(source: string): Promise<Container> {
  const found = fileKindOf((await readHead(source)).head);
  if (found?.kind !== 'video') throw new UnusableVideo('no video');
  return found.container;
}
