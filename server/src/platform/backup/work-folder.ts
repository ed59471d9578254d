import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { FolderInUseError, lockFolder } from '../database/index.ts';
import { CommandRefused } from '../admin-socket/index.ts';

/**
 * Works in an empty folder that one process at a time has, and removes it afterwards. What a killed process left in it is
 * swept. Throws `CommandRefused` with `busy` where somebody else works in it.
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
