import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';

/** Thrown instead of writing while the disk is nearly full. Becomes a 503 response. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';

  constructor() {
    super('The disk is nearly full, so nothing can be saved right now.');
  }
}

const MINIMUM_FREE_BYTES = 200 * 1024 * 1024;
const CHECK_INTERVAL_MS = 5_000;

/** Reports whether the disk has room for writes. */
export type DiskGuard = {
  isWritable(): boolean;
  assertWritable(): void;
  /** Measures the disk now. Also runs every 5 s. */
  check(): Promise<void>;
  stop(): void;
};

/** Returns the bytes that this process may still write on the folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

/** Monitors the disk of a folder. Below 200 MB free, writes are refused while reads continue. */
export async function watchDisk(folder: string, logger: Logger, measure = freeBytes): Promise<DiskGuard> {
  let writable = true;
  const check = async () => {
    try {
      const free = await measure(folder);
      const enough = free >= MINIMUM_FREE_BYTES;
      if (enough !== writable)
        logger.warn({ folder, free }, enough ? 'disk has room again' : 'disk nearly full');
      writable = enough;
    } catch (error) {
      logger.error({ folder, err: error }, 'free disk space could not be measured');
    }
  };
  await check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    isWritable: () => writable,
    assertWritable: () => {
      if (!writable) throw new StorageFullError();
    },
    check,
    stop: () => clearInterval(timer),
  };
}
