import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.fixture.ts';
import { createBatchReader } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await sql`CREATE TABLE notes (id bigint PRIMARY KEY)`.execute(test.database.db);
});
afterAll(() => test.cleanup());

/** A reader of the quotients of 12 by the keys, so that key 0 is refused by the database. Records the keys of each query. */
function openReader(maxBatch?: number) {
  const batches: (readonly number[])[] = [];
  const read = createBatchReader({
    name: 'test',
    maxBatch,
    read: async (keys: readonly number[]) => {
      batches.push(keys);
      const { rows } = await sql<{ value: number }>`
        SELECT 12 / key AS value FROM unnest(${keys}::int[]) WITH ORDINALITY AS given (key, position)
        ORDER BY position`.execute(test.database.db);
      return rows.map(({ value }) => value);
    },
  });
  return { read, batches };
}

describe('CL-07: a batch reader', () => {
  it('reads the keys of one turn with one query, and those that arrive meanwhile with the next', async () => {
    const { read, batches } = openReader();
    const first = Promise.all([read(1), read(2), read(3)]);
    while (batches.length === 0) await new Promise(setImmediate);
    const second = Promise.all([read(4), read(6)]);
    expect(await first).toEqual([12, 6, 4]);
    expect(await second).toEqual([3, 2]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 6],
    ]);
  });

  it('splits what is too much for one query', async () => {
    const { read, batches } = openReader(2);
    expect(await Promise.all([1, 2, 3].map(read))).toEqual([12, 6, 4]);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('fails only the key that the database refuses', async () => {
    const { read } = openReader();
    const results = await Promise.allSettled([read(1), read(0), read(3)]);
    expect(results).toMatchObject([
      { status: 'fulfilled', value: 12 },
      { status: 'rejected', reason: { message: 'division by zero' } },
      { status: 'fulfilled', value: 4 },
    ]);
    expect(await read(2)).toBe(6);
  });

  it('R-07: returns what was true after the call, never what an earlier query found', async () => {
    const read = createBatchReader({
      name: 'test',
      read: async (ids: readonly number[]) => {
        const { rows } = await sql<{
          id: number;
        }>`SELECT id FROM notes WHERE id = ANY (${ids}::bigint[])`.execute(test.database.db);
        const found = new Set(rows.map(({ id }) => id));
        return ids.map((id) => found.has(id));
      },
    });
    const before = read(1);
    expect(await before).toBe(false);
    await sql`INSERT INTO notes (id) VALUES (1)`.execute(test.database.db);
    expect(await read(1)).toBe(true);
  });
});
