import { chmodSync, lstatSync, opendirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';

/** Permission bits of a mode. */
const PERMISSIONS = 0o777;
/** The sticky bit, set on folders such as /tmp that users share. */
const STICKY = 0o1000;
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** How long a start waits for the repair. The rest is repaired while the server runs. */
const START_WAIT_MS = 2000;
/** One slice of the background repair, so that it does not block the event loop. */
const SLICE_MS = 5;

/** The repair of a folder, which may continue in the background. */
export type PrivateFolder = {
  /** Resolves when all entries were checked or `stop` was called. Never rejects. */
  readonly done: Promise<void>;
  stop(): void;
};

const NOTHING_TO_DO: PrivateFolder = { done: Promise.resolve(), stop: () => undefined };

/** Files whose mode could not be changed. */
type Repair = { readonly refused: string[] };

/**
 * Makes all files that this process and its children create readable only by their owner, whatever the shell's umask
 * is.
 */
export function createFilesPrivately(): void {
  process.umask(0o077);
}

/**
 * Removes the permissions of group and others from a folder and its contents: folders 0700, files and sockets 0600,
 * links are not followed. The folder itself is first, so its contents become unreachable immediately; a large tree is
 * completed in the background after `waitMs`. Files of another user are left unchanged and logged in one warning. No
 * effect on Windows, where modes mean nothing, and on folders that are not Adda's alone: with the sticky bit, a home,
 * the temporary folder, or a parent of any of them or of the program.
 */
export async function makePrivate(
  folder: string,
  logger: Logger,
  waitMs: number = START_WAIT_MS,
): Promise<PrivateFolder> {
  if (process.platform === 'win32') return NOTHING_TO_DO;
  const top = path.resolve(folder);
  if (isSharedFolder(top)) {
    logger.warn({ folder }, 'DATA_DIR is a folder that others use too, so its modes are left as they are');
    return NOTHING_TO_DO;
  }
  const stopping = new AbortController();
  const repair: Repair = { refused: [] };
  setMode(top, OWNER_ONLY_FOLDER, repair);
  const work = repairInside(top, repair);
  const finish = async () => {
    // Before the first slice as well: the caller continues its start.
    do await setImmediate();
    while (!stopping.signal.aborted && !runFor(SLICE_MS, work));
    const [first] = repair.refused;
    if (first !== undefined)
      logger.warn(
        { file: first, files: repair.refused.length },
        'files under DATA_DIR that other users may read could not be closed to them',
      );
  };
  const isWhole = runFor(waitMs, work);
  const done = finish();
  if (isWhole) await done;
  return {
    done,
    stop: () => stopping.abort(),
  };
}

const isWithin = (inner: string, outer: string) =>
  `${inner}${path.sep}`.startsWith(outer.endsWith(path.sep) ? outer : `${outer}${path.sep}`);

/** Whether a folder also contains files of others, which may have to stay executable or readable. */
function isSharedFolder(folder: string): boolean {
  const places = [tmpdir(), homedir(), process.cwd(), import.meta.dirname].map((place) =>
    path.resolve(place),
  );
  const { mode } = statSync(folder);
  return (mode & STICKY) !== 0 || places.some((place) => isWithin(place, folder));
}

/** Works for some milliseconds. Returns whether everything is done. */
function runFor(milliseconds: number, work: Generator<void, void>): boolean {
  const end = performance.now() + milliseconds;
  do {
    if (work.next().done) return true;
  } while (performance.now() < end);
  return false;
}

/** Processes one entry of the tree per step. */
function* repairInside(folder: string, repair: Repair): Generator<void, void> {
  let entries;
  try {
    entries = opendirSync(folder);
  } catch (error) {
    note(error, folder, repair);
    return;
  }
  try {
    for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
      yield;
      if (entry.isSymbolicLink()) continue;
      const file = path.join(folder, entry.name);
      setMode(file, entry.isDirectory() ? OWNER_ONLY_FOLDER : OWNER_ONLY_FILE, repair);
      if (entry.isDirectory()) yield* repairInside(file, repair);
    }
  } finally {
    entries.closeSync();
  }
}

function setMode(file: string, mode: number, repair: Repair): void {
  try {
    if ((lstatSync(file).mode & PERMISSIONS) !== mode) chmodSync(file, mode);
  } catch (error) {
    note(error, file, repair);
  }
}

/** Files that were deleted meanwhile need no repair. */
function note(error: unknown, file: string, repair: Repair): void {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  repair.refused.push(file);
}
