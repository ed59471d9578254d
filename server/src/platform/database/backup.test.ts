import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.fixture.ts';
import { lockFolder } from './embedded-folder.ts';
import { backupTo, openDatabase, restoreInto, type Database } from './index.ts';

describe('backup and restore', () => {
  let folder: string;
  let test: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'adda-backup-'));
    test = await createTestDatabase({ engine: 'embedded' });
    database = test.database;
    await sql`CREATE TABLE notes (id bigint PRIMARY KEY)`.execute(database.db);
  });

  afterAll(async () => {
    await test.cleanup();
    await rm(folder, { recursive: true });
  });

  it('R-22: a backup taken while rows are written restores every row confirmed before it', async () => {
    const file = path.join(folder, 'backup.tar.gz');
    const confirmed: number[] = [];
    const writing = writeUntil(database, confirmed, 200);
    while (confirmed.length < 50)
      await addNote(database, -1 - confirmed.length).then(() => confirmed.push(0));
    const before = confirmed.length;
    await backupTo(database, file);
    await writing;
    const dataDir = path.join(folder, 'restored');
    await restoreFrom(file, dataDir);
    const restored = await openDatabase({ dataDir, logger: silentLogger });
    expect(await countNotes(restored)).toBeGreaterThanOrEqual(before);
    await addNote(restored, 1_000_000);
    await restored.close();
    expect(await countNotes(database)).toBe(confirmed.length);
  });

  it('R-22: refuses a folder that holds a database, one in use, and an existing backup file', async () => {
    const file = path.join(folder, 'second.tar.gz');
    await backupTo(database, file);
    await expect(backupTo(database, file)).rejects.toThrow('exists already');
    const dataDir = path.join(folder, 'filled');
    const lock = lockFolder(dataDir);
    await expect(restoreFrom(file, dataDir)).rejects.toThrow('already in use');
    lock.release();
    await restoreFrom(file, dataDir);
    await expect(restoreFrom(file, dataDir)).rejects.toThrow('holds a database already');
  });

  it('R-22: a broken backup leaves no partial database behind', async () => {
    const file = path.join(folder, 'broken.tar.gz');
    await writeFile(file, 'not a backup');
    const dataDir = path.join(folder, 'fresh');
    await expect(restoreFrom(file, dataDir)).rejects.toThrow('is no usable backup');
    expect(existsSync(path.join(dataDir, 'database'))).toBe(false);
    const whole = path.join(folder, 'whole.tar.gz');
    await backupTo(database, whole);
    await expect(restoreFrom(whole, dataDir)).resolves.toBeUndefined();
  });

  it('refers to the tool of a PostgreSQL server instead', async () => {
    // No query is sent, so the server need not exist.
    const databaseUrl = 'postgres://127.0.0.1:1/none';
    const remote = await openDatabase({ databaseUrl, dataDir: folder, logger: silentLogger });
    await expect(backupTo(remote, path.join(folder, 'third.tar.gz'))).rejects.toThrow('pg_dump');
    await remote.close();
  });
});

const restoreFrom = (file: string, dataDir: string) => restoreInto(dataDir, (place) => place(file));

async function writeUntil(database: Database, confirmed: number[], count: number): Promise<void> {
  for (let id = 1; id <= count; id += 1) {
    await addNote(database, id);
    confirmed.push(id);
  }
}

async function addNote(database: Database, id: number): Promise<void> {
  await sql`INSERT INTO notes (id) VALUES (${id})`.execute(database.db);
}

async function countNotes(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM notes`.execute(database.db);
  return rows[0]?.count ?? 0;
}
