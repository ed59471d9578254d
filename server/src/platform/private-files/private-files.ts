import { chmodSync, lstatSync, opendirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';

/** Bits of a mode that say who may do what. */
const PERMISSIONS = 0o777;
/** Of folders in which everybody has files of their own. */
const STICKY = 0o1000;
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** A start waits so long for the repair; what is left is repaired while the server runs. */
const START_WAITS_MS = 2000;
/** One turn of the repair in the background, so that it holds up nothing else. */
const TURN_MS = 5;

/** The repair of a folder, which may still go on. */
export type PrivateFolder = {
  /** Resolves when everything was looked at or `stop` was called; never rejects. */
  readonly done: Promise<void>;
  stop(): void;
};

const NOTHING_TO_DO: PrivateFolder = { done: Promise.resolve(), stop: () => undefined };

/** Files whose mode could not be changed. */
type Repair = { readonly refused: string[] };

/** From now on, what this process and its children create can be read by its owner alone, whatever the shell's umask says. */
export function createFilesPrivately(): void {
  process.umask(0o077);
}

/**
 * Takes the rights of group and others from a folder and from everything in it: folders 0700, files and sockets 0600,
 * links are not followed. The folder itself is first, so nothing in it can be reached from then on; a large tree is
 * finished in the background after `waitMs`. What belongs to another user stays as it is and is told in one warning.
 * Does nothing on Windows, where modes mean nothing, and to a folder that is not Adda's alone: with the sticky bit, a
 * home, the folder of temporary files, or one that holds any of them or the program itself.
 */
export async function makePrivate(
  folder: string,
  logger: Logger,
  waitMs: number = START_WAITS_MS,
): Promise<PrivateFolder> {
  if (process.platform === 'win32') return NOTHING_TO_DO;
  const top = path.resolve(folder);
  if (isSharedByOthers(top)) {
    logger.warn({ folder }, 'DATA_DIR is a folder that others use too, so its modes are left as they are');
    return NOTHING_TO_DO;
  }
  const ending = new AbortController();
  const repair: Repair = { refused: [] };
  setMode(top, OWNER_ONLY_FOLDER, repair);
  const steps = repairInside(top, repair);
  const finish = async () => {
    while (!ending.signal.aborted && !workFor(TURN_MS, steps)) await setImmediate();
    const [first] = repair.refused;
    if (first !== undefined)
      logger.warn(
        { file: first, files: repair.refused.length },
        'files under DATA_DIR that other users may read could not be closed to them',
      );
  };
  const isWhole = workFor(waitMs, steps);
  const done = finish();
  if (isWhole) await done;
  return {
    done,
    stop: () => ending.abort(),
  };
}

const isWithin = (inner: string, outer: string) =>
  `${inner}${path.sep}`.startsWith(outer.endsWith(path.sep) ? outer : `${outer}${path.sep}`);

/** Whether what is in a folder belongs to others too, whose files may have to be executable or readable. */
function isSharedByOthers(folder: string): boolean {
  const places = [tmpdir(), homedir(), process.cwd(), import.meta.dirname].map((place) =>
    path.resolve(place),
  );
  const { mode } = statSync(folder);
  return (mode & STICKY) !== 0 || places.some((place) => isWithin(place, folder));
}

/** Works for so many milliseconds; answers whether everything is done. */
function workFor(milliseconds: number, steps: Generator<void, void>): boolean {
  const end = performance.now() + milliseconds;
  do {
    if (steps.next().done) return true;
  } while (performance.now() < end);
  return false;
}

/** One entry of the tree with each step. */
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

/** What is gone meanwhile needs no repair. */
function note(error: unknown, file: string, repair: Repair): void {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  repair.refused.push(file);
}
