import { AUDIO_MAX_SECONDS } from '@adda/contract/media';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { createLimitedProcesses } from '../limited-processes.service.ts';
import { readHead } from '../local-files.service.ts';
import {
  audioContainerOf,
  AudioLateError,
  AudioTooLong,
  AUDIO_TOO_LONG,
  UnusableAudio,
} from '../media.policy.ts';
import type { AudioJob, RewrittenAudio } from '../media.types.ts';

const PROGRAM = fileURLToPath(new URL('audio.process.ts', import.meta.url));
/** Measured: 130 MB for five minutes, including the process itself. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Five minutes of sound take about three seconds. */
const CPU_SECONDS = 20;
const WALL_MS = 40_000;
/** Users wait for their recording, so two cores may work on them. */
const MAX_CONCURRENT_JOBS = 2;
const MAX_WAITING_JOBS = 40;

/** Re-encodes recordings, each in a separate process with limits on memory and time. */
export type AudioWriter = {
  /**
   * Throws `UnusableAudio` for anything that is no acceptable recording, `AudioTooLong`, `AudioLateError` after a
   * timeout, and `SemaphoreFullError` when too many recordings wait.
   */
  write(request: { readonly source: string; readonly file: string }): Promise<RewrittenAudio>;
  /** Ends the processes. Current and later jobs fail. */
  close(): void;
};

type WriterOptions = {
  readonly wallMs?: number | undefined;
  readonly cpuSeconds?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly maxSeconds?: number | undefined;
  readonly cacheFolder?: string | undefined;
};

/** Creates the writer. */
export function createAudioWriter({
  wallMs = WALL_MS,
  cpuSeconds = CPU_SECONDS,
  maxBytes = MAX_BYTES,
  maxSeconds = AUDIO_MAX_SECONDS,
  cacheFolder,
}: WriterOptions = {}): AudioWriter {
  const semaphore = createSemaphore({
    atOnce: Math.min(MAX_CONCURRENT_JOBS, availableParallelism()),
    waiting: MAX_WAITING_JOBS,
  });
  const processes = createLimitedProcesses<RewrittenAudio>({
    program: PROGRAM,
    wallMs,
    cacheFolder,
    refusalOf: (reason) => (reason === AUDIO_TOO_LONG ? new AudioTooLong(reason) : new UnusableAudio(reason)),
    interruptionOf: (reason) => new AudioLateError(reason),
  });
  return {
    async write({ source, file }) {
      const container = audioContainerOf((await readHead(source)).head);
      if (!container) throw new UnusableAudio('no recording');
      const job: AudioJob = { source, container, file, maxBytes, maxSeconds, cpuSeconds };
      return semaphore(() => processes.run(job));
    },
    close: processes.close,
  };
}
