import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.fixture.ts';
import { backupTo, lockFolder, openDatabase } from '../database/index.ts';
import {
  createDiskStore,
  createRetainingStore,
  createS3Store,
  type MediaStore,
} from '../media-store/index.ts';
import { startS3 } from '../media-store/s3.fixture.ts';
import { restoreBackup, writeBackup, type SecretFiles } from './index.ts';

const SIZES = [0, 1, 511, 512, 513, 100_000, 3_000_000];

let folder: string;
let test: TestDatabase;
let media: Map<string, string>;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'adda-backup-'));
  test = await createTestDatabase({ engine: 'embedded' });
  await sql`CREATE TABLE notes (id bigint PRIMARY KEY)`.execute(test.database.db);
  await sql`INSERT INTO notes VALUES (7)`.execute(test.database.db);
  media = await fillStore(createDiskStore(path.join(folder, 'source')));
});
afterAll(async () => {
  await test.cleanup();
  await rm(folder, { recursive: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const fresh = (name: string) => path.join(folder, `${name}-${++count}`);
const nothing = () => undefined;

async function fillStore(store: MediaStore): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const [index, size] of SIZES.entries()) {
    const bytes = randomBytes(size);
    await store.put(`medium-${index}`, bytes, 'image/webp');
    hashes.set(`medium-${index}`, sha256(bytes));
  }
  return hashes;
}

async function hashesOf(store: MediaStore): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const key of (await Array.fromAsync(store.list(''))).flat().toSorted()) {
    const bytes = Buffer.concat(await Array.fromAsync((await store.get(key)) ?? []));
    hashes.set(key, sha256(bytes));
  }
  return hashes;
}

let usual: Promise<string> | undefined;

/** A backup of the shared source. Each test gets its own copy, which it may damage. */
async function backUp(): Promise<string> {
  const file = fresh('backup');
  await copyFile(await (usual ??= backUpOf(createDiskStore(path.join(folder, 'source')))), file);
  return file;
}

async function backUpOf(store: MediaStore, secretFiles: SecretFiles = {}): Promise<string> {
  const file = fresh('backup');
  const source = { database: test.database, databaseUrl: undefined, secretFiles };
  await writeBackup({ ...source, store: createRetainingStore(store) }, file, nothing);
  return file;
}

const filesIn = (dataDir: string): SecretFiles => ({
  'jwt-secret': path.join(dataDir, 'jwt-secret'),
  'vapid-key': path.join(dataDir, 'vapid-key'),
});

function targetIn(dataDir: string, store: MediaStore = createDiskStore(dataDir)) {
  return {
    dataDir,
    store,
    databaseUrl: undefined,
    secretFiles: filesIn(dataDir),
    logger: silentLogger,
    beforeDatabase: async () => undefined,
  };
}

async function notesOf(dataDir: string): Promise<readonly unknown[]> {
  const database = await openDatabase({ dataDir, logger: silentLogger });
  const { rows } = await sql`SELECT id FROM notes`.execute(database.db);
  await database.close();
  return rows;
}

/** Inverts one byte of the file. */
async function damage(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  await handle.write(Buffer.of((buffer[0] ?? 0) ^ 0xff), 0, 1, at);
  await handle.close();
}

describe('R-22: a backup of everything', () => {
  it('restores rows, media byte for byte and the secrets', async () => {
    const source = fresh('secrets');
    await mkdir(source);
    await writeFile(path.join(source, 'jwt-secret'), 'sesame');
    await writeFile(path.join(source, 'vapid-key'), 'a key');
    const file = await backUpOf(createDiskStore(path.join(folder, 'source')), filesIn(source));
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
    const dataDir = fresh('restored');
    const lines: string[] = [];
    await restoreBackup(targetIn(dataDir), file, (line) => lines.push(line));
    expect(await notesOf(dataDir)).toEqual([{ id: 7 }]);
    expect(await hashesOf(createDiskStore(dataDir))).toEqual(media);
    expect(lines).toContain(`Media: ${SIZES.length} of ${SIZES.length}`);
    const places = ['database', 'jwt-secret', 'lock.sqlite', 'media', 'vapid-key'];
    expect((await readdir(dataDir)).toSorted()).toEqual(places);
    expect(await readFile(path.join(dataDir, 'jwt-secret'), 'utf8')).toBe('sesame');
    expect(await readFile(path.join(dataDir, 'vapid-key'), 'utf8')).toBe('a key');
    const here = { ...targetIn(fresh('restored')), secretFiles: {} };
    await expect(restoreBackup(here, file, nothing)).resolves.toMatch(/JWT_SECRET .* VAPID_PRIVATE_KEY /);
  });

  it('moves data from a disk into a bucket and back', async () => {
    const { options, stop } = await startS3();
    const bucket = createS3Store(options);
    await restoreBackup(targetIn(fresh('restored'), bucket), await backUp(), nothing);
    expect(await hashesOf(bucket)).toEqual(media);
    const dataDir = fresh('restored');
    await restoreBackup(targetIn(dataDir), await backUpOf(bucket), nothing);
    expect(await hashesOf(createDiskStore(dataDir))).toEqual(media);
    await stop();
  });

  it('contains files that are deleted while it is taken, and leaves no kept copies behind', async () => {
    const dataDir = fresh('source');
    const plain = createDiskStore(dataDir);
    const hashes = await fillStore(plain);
    const store = createRetainingStore({
      ...plain,
      // Deletes everything when the first file is requested.
      async *list(prefix) {
        for (const key of hashes.keys()) await store.delete(key);
        yield* plain.list(prefix);
      },
    });
    const file = fresh('backup');
    const source = { database: test.database, databaseUrl: undefined, secretFiles: {} };
    await writeBackup({ ...source, store }, file, nothing);
    expect(await hashesOf(plain)).toEqual(new Map());
    expect(existsSync(`${file}.part`)).toBe(false);
    const restored = fresh('restored');
    await restoreBackup(targetIn(restored), file, nothing);
    expect(await hashesOf(createDiskStore(restored))).toEqual(hashes);
  });

  it('contains files that are added while it is taken, before the dump', async () => {
    const dataDir = fresh('source');
    const plain = createDiskStore(dataDir);
    let lists = 0;
    const store = createRetainingStore({
      ...plain,
      async *list(prefix) {
        lists += 1;
        if (lists === 2) await plain.put('came-late', Buffer.from('late'), 'image/webp');
        yield* plain.list(prefix);
      },
    });
    const file = fresh('backup');
    const source = { database: test.database, databaseUrl: undefined, secretFiles: {} };
    await writeBackup({ ...source, store }, file, nothing);
    const restored = fresh('restored');
    await restoreBackup(targetIn(restored), file, nothing);
    expect((await hashesOf(createDiskStore(restored))).get('came-late')).toBe(sha256(Buffer.from('late')));
  });

  it('never overwrites a file, runs once at a time, and removes the remains of a killed backup', async () => {
    const file = fresh('backup');
    const source = { database: test.database, databaseUrl: undefined, secretFiles: {} };
    const take = () =>
      writeBackup({ ...source, store: createRetainingStore(createDiskStore(folder)) }, file, nothing);
    await mkdir(`${file}.part`);
    await writeFile(path.join(`${file}.part`, 'backup.tar'), 'half');
    const lock = lockFolder(`${file}.part`);
    await expect(take()).rejects.toThrow('is being taken already');
    lock.release();
    await take();
    await expect(take()).rejects.toThrow('exists already');
    await expect(restoreBackup(targetIn(fresh('restored')), file, nothing)).resolves.toContain('JWT_SECRET');
  });

  it('leaves no file with its name after a failure', async () => {
    const broken = createRetainingStore({
      ...createDiskStore(path.join(folder, 'source')),
      get: () => Promise.reject(new Error('the disk is gone')),
    });
    const file = fresh('backup');
    const source = { database: test.database, databaseUrl: undefined, secretFiles: {} };
    await expect(writeBackup({ ...source, store: broken }, file, nothing)).rejects.toThrow(
      'the disk is gone',
    );
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  });
});

describe('R-22: a restore', () => {
  it('refuses a folder that has a database, one in use, and a missing file', async () => {
    const file = await backUp();
    const dataDir = fresh('restored');
    const lock = lockFolder(dataDir);
    await expect(restoreBackup(targetIn(dataDir), file, nothing)).rejects.toThrow('already in use');
    lock.release();
    await restoreBackup(targetIn(dataDir), file, nothing);
    await expect(restoreBackup(targetIn(dataDir), file, nothing)).rejects.toThrow('holds a database already');
    await expect(restoreBackup(targetIn(dataDir), fresh('none'), nothing)).rejects.toThrow(
      'There is no backup',
    );
  });

  it.each(['at its beginning', 'in its middle', 'in its manifest', 'cut off', 'text'])(
    'refuses a damaged backup (%s) and restores nothing',
    async (where) => {
      const file = await backUp();
      const { size } = await stat(file);
      if (where === 'cut off') await truncate(file, Math.floor(size / 2));
      else if (where === 'text') await writeFile(file, 'not a backup');
      // A tar ends with two empty blocks. Before them is the manifest with its padding.
      else
        await damage(
          file,
          { 'at its beginning': 3000, 'in its middle': Math.floor(size / 2) }[where] ?? size - 1400,
        );
      const dataDir = fresh('restored');
      await expect(restoreBackup(targetIn(dataDir), file, nothing)).rejects.toThrow(/is no/);
      expect(await readdir(dataDir)).toEqual(['lock.sqlite']);
    },
  );

  it('accepts dumps of earlier versions, and can be repeated after a failure', async () => {
    const dump = fresh('dump');
    await backupTo(test.database, dump);
    const old = fresh('restored');
    expect(await restoreBackup(targetIn(old), dump, nothing)).toContain('no media');
    expect(await notesOf(old)).toEqual([{ id: 7 }]);

    const file = await backUp();
    const dataDir = fresh('restored');
    const full = {
      ...createDiskStore(dataDir),
      putFile: () => Promise.reject(new Error('the disk is full')),
    };
    await expect(restoreBackup(targetIn(dataDir, full), file, nothing)).rejects.toThrow('the disk is full');
    expect(await readdir(dataDir)).toEqual(['lock.sqlite']);
    await restoreBackup(targetIn(dataDir), file, nothing);
    expect(await hashesOf(createDiskStore(dataDir))).toEqual(media);
  });

  it('keeps files that the store already has', async () => {
    const dataDir = fresh('restored');
    const store = createDiskStore(dataDir);
    await store.put('deleted-12-34-c', Buffer.from('deleted\n'), 'text/plain');
    await restoreBackup(targetIn(dataDir), await backUp(), nothing);
    expect([...(await hashesOf(store)).keys()]).toEqual(['deleted-12-34-c', ...media.keys()]);
  });
});
