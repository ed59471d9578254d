import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { FolderInUseError, lockFolder } from '../database/index.ts';
import { CommandRefused } from '../admin-socket/index.ts';

/**
 * Runs the work in an empty folder that is locked for this process, and removes the folder afterwards. Files of a
 * killed process are deleted. Throws `CommandRefused` with the message `busy` when another process uses the folder.
 */
export async function inWorkFolder<T>(folder: string, busy: string, work: () => Promise<T>): Promise<T> {
  const lock = lockUnlessBusy(folder, busy);
  try {
    await chmod(folder, 0o700);
    for (const name of await readdir(folder))
      if (!name.startsWith('lock.sqlite')) await rm(path.join(folder, name), { recursive: true });
    return await work();
  } finally {
    lock.release();
    await rm(folder, { recursive: true, force: true });
  }
}

function lockUnlessBusy(folder: string, busy: string) {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw error instanceof FolderInUseError ? new CommandRefused(busy) : error;
  }
}
