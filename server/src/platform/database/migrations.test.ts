import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.fixture.ts';
import type { TestDatabase } from '../../test/database.fixture.ts';
import { migrate } from './index.ts';

describe('migrations', () => {
  let empty: string;
  let folder: string;
  let test: TestDatabase;

  beforeEach(async () => {
    empty = await mkdtemp(path.join(tmpdir(), 'adda-migrations-'));
    folder = await mkdtemp(path.join(tmpdir(), 'adda-migrations-'));
    test = await createTestDatabase({ migrationsFolder: empty });
    await addMigration('20261121T090000_pets.ts', 'CREATE TABLE pets (name text)');
    await addMigration('20261121T100000_first-pet.ts', "INSERT INTO pets VALUES ('Moti')");
  });

  afterEach(async () => {
    await test.cleanup();
    await rm(folder, { recursive: true });
    await rm(empty, { recursive: true });
  });

  const addMigration = (file: string, statement: string) =>
    writeFile(
      path.join(folder, file),
      `export async function up(db) {
         const statement = ${JSON.stringify(statement)};
         await db.executeQuery({ sql: statement, parameters: [], query: { kind: 'RawNode' }, queryId: {} });
       }`,
    );

  const pets = async () =>
    (await sql<{ name: string }>`SELECT name FROM pets`.execute(test.database.db)).rows;

  it('applies missing migrations in the order of their stamps, each once', async () => {
    expect(await migrate(test.database, folder)).toEqual([
      '20261121T090000_pets',
      '20261121T100000_first-pet',
    ]);
    expect(await migrate(test.database, folder)).toEqual([]);
    await addMigration('20261121T110000_second-pet.ts', "INSERT INTO pets VALUES ('Sheru')");
    expect(await migrate(test.database, folder)).toEqual(['20261121T110000_second-pet']);
    expect(await pets()).toEqual([{ name: 'Moti' }, { name: 'Sheru' }]);
  });

  it('two nodes may migrate at the same time', async () => {
    const applied = await Promise.all([migrate(test.database, folder), migrate(test.database, folder)]);
    expect(applied.flat()).toHaveLength(2);
    expect(await pets()).toEqual([{ name: 'Moti' }]);
  });

  it('an older version works on the schema of a newer one, and a missing older migration is still an error', async () => {
    await addMigration('20261121T110000_second-pet.ts', "INSERT INTO pets VALUES ('Sheru')");
    await migrate(test.database, folder);
    await rm(path.join(folder, '20261121T110000_second-pet.ts'));
    expect(await migrate(test.database, folder)).toEqual([]);
    expect(await pets()).toEqual([{ name: 'Moti' }, { name: 'Sheru' }]);
    // A migration after it would be out of order in the newer version.
    await addMigration('20261121T105000_other-branch.ts', 'SELECT 1');
    await expect(migrate(test.database, folder)).rejects.toThrow('corrupted migrations');
    await rm(path.join(folder, '20261121T105000_other-branch.ts'));
    await rm(path.join(folder, '20261121T090000_pets.ts'));
    await expect(migrate(test.database, folder)).rejects.toThrow('20261121T090000_pets is missing');
  });

  it('an older version may start while a newer one migrates', async () => {
    const less = await mkdtemp(path.join(tmpdir(), 'adda-migrations-'));
    await cp(folder, less, { recursive: true });
    await addMigration('20261121T110000_slow.ts', 'SELECT pg_sleep(0.5)');
    const applied = await Promise.all([migrate(test.database, folder), migrate(test.database, less)]);
    expect(applied.flat()).toHaveLength(3);
    await rm(less, { recursive: true });
  });

  it('names the failed migration and leaves nothing of the run behind', async () => {
    await addMigration('20261121T110000_broken.ts', 'SELECT nonsense');
    await expect(migrate(test.database, folder)).rejects.toThrow('Migration 20261121T110000_broken failed');
    await expect(pets()).rejects.toThrow('pets');
    await addMigration('20261121T120000_other.ts', 'SELECT 1');
    await rm(path.join(folder, '20261121T110000_broken.ts'));
    expect(await migrate(test.database, folder)).toHaveLength(3);
  });

  it('refuses a file with an invalid name or without up()', async () => {
    await writeFile(path.join(folder, '20261121T110000_nothing.ts'), 'export const down = 1;');
    await expect(migrate(test.database, folder)).rejects.toThrow(
      '20261121T110000_nothing.ts exports no up()',
    );
    await writeFile(path.join(folder, 'notes.ts'), '');
    await expect(migrate(test.database, folder)).rejects.toThrow('notes.ts is not named like a migration');
  });
});
