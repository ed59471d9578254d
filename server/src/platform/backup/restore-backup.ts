import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isKnownMigration, lockFolder, openDatabase, restoreInto } from '../database/index.ts';
import type { Logger } from '../logging/logger.ts';
import type { MediaStore } from '../media-store/index.ts';
import { CommandRefused, type Tell } from '../admin-socket/index.ts';
import { DUMP, MEDIA_FOLDER, SECRETS, type Manifest, type SecretFiles } from './manifest.ts';
import { assertEmpty, findTool, restorePostgres } from './postgres-tools.ts';
import { createProgress, type Progress } from './progress.ts';
import { filesOf, isBareDump, verifyBackup } from './read-backup.ts';

/** Where a backup is restored. */
export type RestoreTarget = {
  readonly dataDir: string;
  /** URL of the PostgreSQL server; undefined for the embedded engine. */
  readonly databaseUrl: string | undefined;
  readonly store: MediaStore;
  readonly secretFiles: SecretFiles;
  readonly logger: Logger;
  /** Runs before the database is created. */
  readonly beforeDatabase: () => Promise<void>;
};

const MEDIA_TYPE = 'application/octet-stream';

/**
 * Restores a backup into an empty installation. Nothing is changed before the whole backup is verified, and
 * the database comes last: after a failure the installation has no database and the restore can be repeated. Existing
 * media are kept, and so are tombstones among them. Throws `CommandRefused`, and `FolderInUseError` for a folder in
 * use. Returns a sentence for the operator, or an empty text.
 */
export async function restoreBackup(target: RestoreTarget, file: string, tell: Tell): Promise<string> {
  if (!existsSync(file)) throw new CommandRefused(`There is no backup ${file}.`);
  const place = target.databaseUrl === undefined ? intoFolder : intoPostgres;
  return place(target, async (engine, placeDump) => {
    const progress = createProgress(tell);
    if (engine === 'embedded' && (await isBareDump(file))) {
      await target.beforeDatabase();
      progress.step('Restoring the database …');
      await placeDump(file);
      return ' The backup is of an older kind, which has no media.';
    }
    const folder = path.join(target.dataDir, 'restore.part');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const about = await verify(file, engine, folder, progress);
      await placeMedia(file, about, target.store, folder, progress);
      const notice = await placeSecrets(target, folder);
      await target.beforeDatabase();
      progress.step('Restoring the database …');
      await placeDump(path.join(folder, DUMP[engine]));
      return notice;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

type Engine = Manifest['engine'];
type Work = (engine: Engine, placeDump: (dump: string) => Promise<void>) => Promise<string>;

const intoFolder = ({ dataDir }: RestoreTarget, work: Work): Promise<string> =>
  restoreInto(dataDir, (place) => work('embedded', place));

async function intoPostgres(target: RestoreTarget, work: Work): Promise<string> {
  const { dataDir, databaseUrl = '', logger } = target;
  const lock = lockFolder(dataDir);
  try {
    const database = await openDatabase({ databaseUrl, dataDir, logger });
    try {
      await assertEmpty(database);
      await findTool('pg_restore', database);
    } finally {
      await database.close();
    }
    return await work('postgres', (dump) => restorePostgres(databaseUrl, dump));
  } finally {
    lock.release();
  }
}

async function verify(file: string, engine: Engine, folder: string, progress: Progress): Promise<Manifest> {
  const { size } = await stat(file);
  let read = 0;
  progress.step('Checking the backup …');
  const kept: string[] = [DUMP[engine], ...SECRETS];
  const about = await verifyBackup(
    file,
    (name) => (kept.includes(name) ? path.join(folder, name) : undefined),
    (bytes) => {
      read += bytes;
      progress.throttled(() => `Checked ${Math.floor((read / size) * 100)} %`);
    },
  );
  if (about.engine !== engine) {
    const names = { embedded: 'the embedded database', postgres: 'a PostgreSQL server' };
    throw new CommandRefused(
      `This backup is of ${names[about.engine]}, and this installation uses ${names[engine]}.`,
    );
  }
  if (about.schema !== null && !(await isKnownMigration(about.schema)))
    throw new CommandRefused(
      `This backup was made by a newer version (${about.version}); please update first.`,
    );
  return about;
}

async function placeMedia(
  file: string,
  about: Manifest,
  store: MediaStore,
  folder: string,
  progress: Progress,
): Promise<void> {
  const draft = path.join(folder, 'medium');
  let done = 0;
  for await (const { name, content } of filesOf(file, () => undefined)) {
    if (!name.startsWith(MEDIA_FOLDER)) continue;
    await pipeline(content, createWriteStream(draft, { mode: 0o600 }));
    await store.putFile(name.slice(MEDIA_FOLDER.length), draft, MEDIA_TYPE);
    done += 1;
    progress.throttled(() => `Media: ${done} of ${about.media.count}`);
  }
  progress.step(`Media: ${done} of ${about.media.count}`);
}

/** What the operator has to know about secrets that are settings. */
const NOTICES = {
  'jwt-secret': {
    notInBackup:
      ' Set JWT_SECRET to what it was where the backup was taken, or name that in JWT_SECRET_PREVIOUS.',
    notRestored:
      ' JWT_SECRET is set here; payout details can be read only if it or JWT_SECRET_PREVIOUS is the secret in the backup.',
  },
  'vapid-key': {
    notInBackup: ' If VAPID_PRIVATE_KEY was set there, set it here as well, with VAPID_PUBLIC_KEY.',
    notRestored:
      ' VAPID_PRIVATE_KEY is set here; pushes reach the subscribed browsers only if it is the key in the backup.',
  },
} as const;

/** The restored secrets replace the generated ones: nothing is sealed with those yet. Returns the notices. */
async function placeSecrets({ secretFiles }: RestoreTarget, folder: string): Promise<string> {
  const notices: string[] = [];
  for (const name of SECRETS) {
    const file = secretFiles[name];
    const restored = path.join(folder, name);
    const isInBackup = existsSync(restored);
    if (!isInBackup && file !== undefined) notices.push(NOTICES[name].notInBackup);
    else if (isInBackup && file === undefined) notices.push(NOTICES[name].notRestored);
    else if (file !== undefined) await copyFile(restored, file);
  }
  return notices.join('');
}
