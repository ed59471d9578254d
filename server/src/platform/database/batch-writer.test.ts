import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.fixture.ts';
import { createBatchWriter, BatchWriterFullError } from './batch-writer.ts';
import { afterCommit } from './index.ts';
import type { Tx } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await sql`CREATE TABLE notes (id bigint PRIMARY KEY CHECK (id > 0))`.execute(test.database.db);
});
beforeEach(async () => void (await sql`DELETE FROM notes`.execute(test.database.db)));
afterAll(() => test.cleanup());

const addNotes = async (tx: Tx, ids: readonly number[]) =>
  sql`INSERT INTO notes (id) SELECT unnest(${ids}::bigint[])`.execute(tx);

async function noteIds(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM notes ORDER BY id`.execute(test.database.db);
  return rows.map(({ id }) => id);
}

/** A writer that inserts numbers and returns their doubles. Records the commands of each started transaction. */
function openWriter(limits: { maxBatch?: number; maxWaiting?: number } = {}) {
  const begun: (readonly number[])[] = [];
  const published: number[] = [];
  const writer = createBatchWriter<number, number>({
    database: test.database,
    async execute(tx, ids) {
      begun.push(ids);
      await addNotes(tx, ids);
      afterCommit(tx, () => void published.push(...ids));
      return ids.map((id) => id * 2);
    },
    ...limits,
  });
  return { ...writer, begun, published };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the batch writer', () => {
  it('resolves each command with its own result, and groups waiting commands into one transaction', async () => {
    const { submit, begun, published, idle } = openWriter();
    const first = submit(1);
    const together = range(2, 4).map(submit);
    expect(await first).toBe(2);
    expect(await Promise.all([...together, ...range(5, 9).map(submit)])).toEqual(
      range(2, 9).map((id) => id * 2),
    );
    expect(begun).toEqual([range(1, 4), range(5, 9)]);
    expect(published).toEqual(range(1, 9));
    expect(await noteIds()).toEqual(range(1, 9));
    await idle();
    expect(await submit(10)).toBe(20);
  });

  it('limits the size of a batch', async () => {
    const { submit, begun } = openWriter({ maxBatch: 3, maxWaiting: 7 });
    const taken = range(1, 7).map(submit);
    await expect(submit(8)).rejects.toThrow(BatchWriterFullError);
    await Promise.all(taken);
    expect(begun.map((ids) => ids.length)).toEqual([3, 3, 1]);
  });

  it('R-01: a failed command fails alone, without rows and effects', async () => {
    const { submit, published } = openWriter();
    const results = await Promise.allSettled([3, -1, 4, 3].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(await noteIds()).toEqual([3, 4]);
    expect(published).toEqual([3, 4]);
    expect(await submit(5)).toBe(10);
  });

  it('rejects all commands of a batch when the failure is not caused by one of them', async () => {
    let calls = 0;
    const { submit } = createBatchWriter<number, number>({
      database: test.database,
      execute: async () => {
        calls += 1;
        throw new Error('the connection is gone');
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('rejects a command of a batch that gets no result', async () => {
    const { submit } = createBatchWriter<number, number>({
      database: test.database,
      execute: async (_tx, [first = 0]) => [first],
    });
    const results = await Promise.allSettled([1, 2].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('R-21: stores nothing while the disk is full', async () => {
    const { submit } = createBatchWriter<number, number>({
      database: {
        ...test.database,
        assertWritable: () => {
          throw new Error('the disk is full');
        },
      },
      execute: async (tx, ids) => {
        await addNotes(tx, ids);
        return ids;
      },
    });
    await expect(submit(1)).rejects.toThrow('the disk is full');
    expect(await noteIds()).toEqual([]);
  });

  it('is independent of the transaction in which a command is submitted', async () => {
    const { submit } = openWriter();
    let late: Promise<number> | undefined;
    const undone = test.database.transaction(async () => {
      late = submit(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await late).toBe(2);
    expect(await noteIds()).toEqual([1]);
  });
});
