import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { backupTo, newestMigration, FolderInUseError, lockFolder, type Database } from '../database/index.ts';
import type { RetainingStore, MediaStore } from '../media-store/index.ts';
import { CommandRefused, type Tell } from '../admin-socket/index.ts';
import { createBackupWriter, type BackupWriter } from './backup-writer.ts';
import { DUMP, MEDIA_FOLDER, SECRETS, type SecretFiles } from './manifest.ts';
import { createProgress, inMegabytes, type Progress } from './progress.ts';
import { dumpPostgres, findTool } from './postgres-tools.ts';

/** The sources of a backup. */
type BackupSource = {
  readonly database: Database;
  /** URL of the PostgreSQL server; undefined on the embedded engine. */
  readonly databaseUrl: string | undefined;
  readonly store: RetainingStore;
  readonly secretFiles: SecretFiles;
};

const PACKAGE = new URL('../../../package.json', import.meta.url);

/**
 * Writes database, media and tombstones to one new file without downtime; only the embedded engine delays
 * queries during its dump. Every file that the dump refers to is included: media are copied before the dump, newer
 * ones after it, and files deleted meanwhile are kept aside. The file gets its name only after it is complete and
 * flushed. Returns a summary of the contents. Throws `CommandRefused`.
 */
export async function writeBackup(source: BackupSource, file: string, tell: Tell): Promise<string> {
  assertNotExisting(file);
  if (!existsSync(path.dirname(file))) throw new CommandRefused(`There is no folder ${path.dirname(file)}.`);
  if (source.databaseUrl !== undefined) await findTool('pg_dump', source.database);
  const folder = `${file}.part`;
  return inWorkFolder(folder, `A backup to ${file} is being taken already.`, async () => {
    const draft = path.join(folder, 'backup.tar');
    const summary = await fill(source, draft, folder, tell);
    assertNotExisting(file);
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    return summary;
  });
}

/** A backup must never overwrite another one. */
function assertNotExisting(file: string): void {
  if (existsSync(file)) throw new CommandRefused(`${file} exists already; a backup never overwrites a file.`);
}

async function fill(source: BackupSource, draft: string, folder: string, tell: Tell): Promise<string> {
  const { database, store } = source;
  const progress = createProgress(tell);
  const created_at = new Date().toISOString();
  const version = versionOf(await readFile(PACKAGE, 'utf8'));
  const kept = path.join(folder, 'kept');
  await mkdir(kept, { mode: 0o700 });
  const backup = createBackupWriter(draft);
  const release = store.retainDeleted(kept);
  try {
    const copy = createMediaCopy(store, backup, progress);
    progress.step('Copying media …');
    await copy.copyNew();
    progress.step('Dumping the database …');
    const dump = path.join(folder, DUMP[database.engine]);
    const schema = await newestMigration(database);
    await dumpTo(source, dump);
    const bytes = await backup.addFile(DUMP[database.engine], dump);
    progress.step(`Database: ${inMegabytes(bytes)}. Copying media that came meanwhile …`);
    await copy.copyNew();
    await copy.copyRetained(kept);
    await addSecrets(source.secretFiles, backup);
    const media = copy.total();
    await backup.finish({ format: 1, version, engine: database.engine, created_at, schema, media });
    return `database ${inMegabytes(bytes)}, ${media.count} media files ${inMegabytes(media.bytes)}`;
  } finally {
    release();
    await backup.close();
  }
}

async function addSecrets(files: SecretFiles, backup: BackupWriter): Promise<void> {
  for (const name of SECRETS) {
    const file = files[name];
    if (file !== undefined && existsSync(file)) await backup.addFile(name, file);
  }
}

async function dumpTo({ database, databaseUrl }: BackupSource, dump: string): Promise<void> {
  if (databaseUrl === undefined) await backupTo(database, dump);
  else await dumpPostgres(databaseUrl, dump);
}

function versionOf(text: string): string {
  const read: unknown = JSON.parse(text);
  const isNamed = typeof read === 'object' && read !== null && 'version' in read;
  return isNamed ? String(read.version) : 'unknown';
}

/** Makes the rename durable. Not every system can flush a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Runs the work in an empty folder that is locked for this process, and removes the folder afterwards. Files of a
 * killed process are deleted. Throws `CommandRefused` with the message `busy` when another process uses the folder.
 */
async function inWorkFolder<T>(folder: string, busy: string, work: () => Promise<T>): Promise<T> {
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

/** Copies media into a backup, each file once, and counts them. */
type MediaCopy = {
  /** Copies the files of the store that the backup does not contain. */
  copyNew(): Promise<void>;
  /** Copies the files that were kept because they were deleted meanwhile. */
  copyRetained(folder: string): Promise<void>;
  readonly total: () => { readonly count: number; readonly bytes: number };
};

/** Creates the media copy of a backup. */
function createMediaCopy(
  store: MediaStore,
  backup: Pick<BackupWriter, 'has' | 'add' | 'addFile'>,
  progress: Progress,
): MediaCopy {
  let count = 0;
  let bytes = 0;
  const counted = (size: number) => {
    count += 1;
    bytes += size;
    progress.throttled(() => `Media: ${count} files, ${inMegabytes(bytes)}`);
  };
  return {
    async copyNew() {
      for await (const keys of store.list('')) {
        for (const key of keys) {
          const name = MEDIA_FOLDER + key;
          if (backup.has(name)) continue;
          const found = await openMedium(store, key);
          if (!found) continue;
          await backup.add(name, found.size, found.pieces);
          counted(found.size);
        }
      }
    },
    async copyRetained(folder) {
      for (const key of await readdir(folder)) {
        const name = MEDIA_FOLDER + key;
        if (key.endsWith('.partial') || backup.has(name)) continue;
        counted(await backup.addFile(name, path.join(folder, key)));
      }
    },
    total: () => ({ count, bytes }),
  };
}

/** Undefined when the file was deleted after it was listed. Once reading has started it stays readable. */
async function openMedium(store: MediaStore, key: string) {
  const size = await store.size(key);
  const found = size === undefined ? undefined : await store.get(key);
  if (size === undefined || !found) return undefined;
  const reader = found[Symbol.asyncIterator]();
  try {
    return { size, pieces: continueReading(reader, await reader.next()) };
  } catch (error) {
    if ((await store.size(key)) === undefined) return undefined;
    throw error;
  }
}

async function* continueReading(
  reader: AsyncIterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await reader.next()) yield piece.value;
  } finally {
    await reader.return?.();
  }
}
