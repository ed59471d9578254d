import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { installSqlFunctions, listSqlFunctions, readSqlFunction } from './sql-functions.ts';

async function definitionsIn(db: Kysely<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'`.execute(db);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/** Installs functions, returns the definitions of the database afterwards, and rolls back. */
async function definitionsAfter(db: Kysely<unknown>, install: (tx: Kysely<unknown>) => Promise<void>) {
  const transaction = await db.startTransaction().execute();
  try {
    await install(transaction);
    return await definitionsIn(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

it('the functions of a migrated database are those of the files, all of them and no other', async () => {
  const { database, cleanup } = await createTestDatabase();
  try {
    const db = database.db as unknown as Kysely<unknown>;
    const installed = await definitionsIn(db);
    const names = await listSqlFunctions();
    expect([...installed.keys()].toSorted()).toEqual(names);
    const fromFiles = await definitionsAfter(db, async (tx) => {
      for (const name of names) await sql.raw((await readSqlFunction(name)).text).execute(tx);
    });
    for (const name of names) expect(installed.get(name), name).toBe(fromFiles.get(name));
  } finally {
    await cleanup();
  }
});

it('a migration installs a file that it names by its hash, and leaves out one that was changed since', async () => {
  const { database, cleanup } = await createTestDatabase();
  try {
    const db = database.db as unknown as Kysely<unknown>;
    const { hash } = await readSqlFunction('sequence_before');
    const without = async (tx: Kysely<unknown>, wanted: string) => {
      await sql`DROP FUNCTION sequence_before`.execute(tx);
      await installSqlFunctions(tx, { sequence_before: wanted });
    };
    expect((await definitionsAfter(db, (tx) => without(tx, hash))).has('sequence_before')).toBe(true);
    expect((await definitionsAfter(db, (tx) => without(tx, '0'))).has('sequence_before')).toBe(false);
  } finally {
    await cleanup();
  }
});
