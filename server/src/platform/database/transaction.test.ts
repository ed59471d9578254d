import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.fixture.ts';
import type { TestDatabase } from '../../test/database.fixture.ts';
import { afterCommit } from './index.ts';
import type { Database, Queryable, Tx } from './index.ts';

describe('transactions', () => {
  let test: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    test = await createTestDatabase();
    database = test.database;
    await sql`CREATE TABLE notes (id bigint PRIMARY KEY)`.execute(database.db);
  });

  beforeEach(async () => {
    await sql`DELETE FROM notes`.execute(database.db);
  });

  afterAll(() => test.cleanup());

  it('R-01: rows and effects of a command appear together, the effects after the commit', async () => {
    const seen: string[] = [];
    const result = await database.transaction(async (tx) => {
      await addNote(tx, 1);
      afterCommit(tx, () => seen.push('first'));
      afterCommit(tx, () => seen.push('second'));
      seen.push('work');
      return 'done';
    });
    expect(result).toBe('done');
    expect(seen).toEqual(['work', 'first', 'second']);
    expect(await noteIds(database.db)).toEqual([1]);
  });

  it('R-01: a rolled-back command leaves no rows and runs no effects', async () => {
    const seen: string[] = [];
    const refused = database.transaction(async (tx) => {
      await addNote(tx, 1);
      afterCommit(tx, () => seen.push('effect'));
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(seen).toEqual([]);
    expect(await noteIds(database.db)).toEqual([]);
  });

  it('R-01: drops the effects when the commit itself is refused', async () => {
    const seen: string[] = [];
    const refused = database.transaction(async (tx) => {
      await addNote(tx, 1);
      await addNote(tx, 1).catch(() => seen.push('duplicate'));
      afterCommit(tx, () => seen.push('effect'));
    });
    await expect(refused).rejects.toThrow('rolled back');
    expect(seen).toEqual(['duplicate']);
  });

  it('a failing effect neither fails the command nor stops the other effects', async () => {
    const seen: string[] = [];
    await database.transaction(async (tx) => {
      afterCommit(tx, () => {
        throw new Error('broken effect');
      });
      afterCommit(tx, () => seen.push('other'));
      await addNote(tx, 1);
    });
    expect(seen).toEqual(['other']);
    expect(await noteIds(database.db)).toEqual([1]);
  });

  it('refuses effects outside an open transaction', async () => {
    let ended: Tx | undefined;
    await database.transaction(async (tx) => void (ended = tx));
    expect(() => ended && afterCommit(ended, () => {})).toThrow('afterCommit needs an open transaction');
    const own = database.db.transaction().execute(async (tx) => afterCommit(tx, () => {}));
    await expect(own).rejects.toThrow('afterCommit needs an open transaction');
  });

  it('refuses the database and its pool inside an open transaction instead of a deadlock', async () => {
    const uses: (() => Promise<unknown>)[] = [
      () => database.pool.query('SELECT 1'),
      () => noteIds(database.db),
      () => database.transaction(() => Promise.resolve()),
    ];
    for (const use of uses) {
      const nested = database.transaction(use);
      await expect(nested).rejects.toThrow('A transaction is open here');
    }
    const byCallback = await database.transaction(
      () => new Promise((resolve) => database.pool.query('SELECT 1', (error) => resolve(error))),
    );
    expect(byCallback).toMatchObject({ name: 'OpenTransactionError' });
    expect(await noteIds(database.db)).toEqual([]);
  });

  it.each(['40001', '40P01'])(
    'retries the work after a collision (%s) and runs its effects once',
    async (code) => {
      const seen: number[] = [];
      let attempts = 0;
      await database.transaction(async (tx) => {
        attempts += 1;
        const attempt = attempts;
        afterCommit(tx, () => seen.push(attempt));
        await addNote(tx, attempt);
        if (attempt < 4) await collide(tx, code);
      });
      expect(seen).toEqual([4]);
      expect(await noteIds(database.db)).toEqual([4]);
    },
  );

  it('gives up after three retries', async () => {
    let attempts = 0;
    const hopeless = database.transaction(async (tx) => {
      attempts += 1;
      await collide(tx, '40001');
    });
    await expect(hopeless).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(4);
  });

  it('runs many concurrent transactions without losing one', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => index);
    await Promise.all(ids.map((id) => database.transaction((tx) => addNote(tx, id))));
    expect(await noteIds(database.db)).toEqual(ids);
  });

  it('reads integers as numbers, dates and decimals as text, timestamps as Date', async () => {
    const { rows } = await sql`SELECT 9007199254740991::bigint AS id, ARRAY[1, NULL]::bigint[] AS ids,
      1.50::numeric AS amount, '2026-11-21'::date AS day,
      '2026-11-21T09:00:00.123Z'::timestamptz AS at`.execute(database.db);
    expect(rows).toEqual([
      {
        id: 9007199254740991,
        ids: [1, null],
        amount: '1.50',
        day: '2026-11-21',
        at: new Date('2026-11-21T09:00:00.123Z'),
      },
    ]);
    const tooLarge = sql`SELECT 9007199254740993::bigint`.execute(database.db);
    await expect(tooLarge).rejects.toThrow('too large');
  });

  it('a failed script leaves no open transaction behind', async () => {
    const script = database.pool.query('BEGIN; INSERT INTO notes VALUES (1); SELECT 1/0; COMMIT');
    await expect(script).rejects.toThrow('division by zero');
    await addNote(database.db, 2);
    expect(await noteIds(database.db)).toEqual([2]);
  });
});

async function addNote(db: Queryable, id: number): Promise<void> {
  await sql`INSERT INTO notes (id) VALUES (${id})`.execute(db);
}

async function noteIds(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM notes ORDER BY id`.execute(db);
  return rows.map((row) => row.id);
}

/** Raises the same error as two colliding transactions. */
async function collide(tx: Tx, code: string): Promise<void> {
  await sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'collision' USING ERRCODE = '${code}'; END $$`).execute(tx);
}
