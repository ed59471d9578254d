import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.fixture.ts';
import type { Database } from './index.ts';
import { STATEMENTS_KEPT } from './prepared-statements.ts';

/** Only a server has connections with statements of their own. */
describe.runIf(process.env['TEST_DATABASE_URL'])('repeated statements on PostgreSQL', () => {
  let made: TestDatabase;
  let database: Database;
  let client: pg.PoolClient;
  beforeAll(async () => {
    made = await createTestDatabase();
    ({ database } = made);
  });
  afterAll(() => made.cleanup());
  beforeEach(async () => (client = await database.pool.connect()));
  afterEach(() => client.release(true));

  /** The statements that the connection has prepared, by text, with the number of their uses. */
  async function prepared(like: string): Promise<number[]> {
    const { rows } = await client.query<{ uses: number }>(
      `SELECT (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE statement LIKE '${like}%'`,
    );
    return rows.map(({ uses }) => uses);
  }

  async function times(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
    for (let index = 0; index < count; index += 1) await run(index);
  }

  it('are prepared when they come the second time, in every form that the driver accepts', async () => {
    const text = 'SELECT $1::int + 1 AS sum';
    expect((await client.query(text, [1])).rows).toEqual([{ sum: 2 }]);
    expect(await prepared(text)).toEqual([]);
    expect((await client.query(text, [2])).rows).toEqual([{ sum: 3 }]);
    expect((await client.query({ text, values: [3] })).rows).toEqual([{ sum: 4 }]);
    expect((await client.query({ text, values: [4], rowMode: 'array' })).rows).toEqual([[5]]);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    client.query(text, [5], (_error, { rows }) => resolve(rows));
    expect(await promise).toEqual([{ sum: 6 }]);
    expect(await prepared(text)).toEqual([4]);
  });

  it('with long arrays get a plan of their own', async () => {
    const text = 'SELECT count(*)::int FROM unnest($1::int[]) AS id';
    const count = async (length: number) => {
      const ids = Array.from({ length }, (_, index) => index);
      expect((await client.query(text, [ids])).rows).toEqual([{ count: length }]);
    };
    await times(4, () => count(10));
    await times(2, () => count(11));
    expect(await prepared(text)).toEqual([3]);
  });

  it('report their errors, in a transaction and outside of one, and work afterwards', async () => {
    const text = 'SELECT 10 / $1::int AS part';
    for (const divisor of [0, 5, 0, 2]) {
      const response = client.query(text, [divisor]);
      if (divisor === 0) await expect(response).rejects.toMatchObject({ code: '22012' });
      else expect((await response).rows).toEqual([{ part: 10 / divisor }]);
    }
    await client.query('BEGIN');
    await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' });
    // Prepared for the first time in a transaction that has failed.
    await times(2, () =>
      expect(client.query('SELECT $1::text AS text', ['a'])).rejects.toMatchObject({ code: '25P02' }),
    );
    await client.query('ROLLBACK');
    expect((await client.query(text, [1])).rows).toEqual([{ part: 10 }]);
    expect((await client.query('SELECT $1::text AS text', ['a'])).rows).toEqual([{ text: 'a' }]);
    const failed = Promise.withResolvers<unknown>();
    client.query(text, [0], (error) => failed.resolve(error));
    expect(await failed.promise).toMatchObject({ code: '22012' });
  });

  it('of which there are too many are closed, those first that were not used for longest', async () => {
    const text = (number: number) => `SELECT ${number} + $1::int AS many`;
    await times(STATEMENTS_KEPT + 40, async (number) => {
      await times(2, () => client.query(text(number), [1]));
      expect((await client.query(text(0), [1])).rows).toEqual([{ many: 1 }]);
    });
    expect(await prepared('SELECT')).toHaveLength(STATEMENTS_KEPT);
    expect([await prepared(text(0)), await prepared(text(1))]).toEqual([[STATEMENTS_KEPT + 41], []]);
    expect((await client.query(text(1), [1])).rows).toEqual([{ many: 2 }]);
  });

  it('are prepared again once a table was changed, also in a transaction', async () => {
    await database.pool.query('CREATE TABLE towns (id int)');
    await database.pool.query('INSERT INTO towns VALUES (1)');
    const select = 'SELECT * FROM towns WHERE id = $1';
    await times(3, () => client.query(select, [1]));
    await database.pool.query("ALTER TABLE towns ADD COLUMN name text DEFAULT 'Pune'");
    const town = { id: 1, name: 'Pune' };
    await times(3, async () => expect((await client.query(select, [1])).rows).toEqual([town]));
    expect(await prepared(select)).toEqual([1]);

    const inTransaction = () =>
      database.transaction(async (tx) => (await sql`SELECT * FROM towns WHERE id = ${1}`.execute(tx)).rows);
    await times(3, inTransaction);
    await database.pool.query('ALTER TABLE towns DROP COLUMN name');
    expect(await inTransaction()).toEqual([{ id: 1 }]);
  });

  it('that the server has forgotten are sent again', async () => {
    const text = 'SELECT $1::int * 2 AS twice';
    await times(3, () => client.query(text, [1]));
    await client.query('DEALLOCATE ALL');
    await times(3, async (index) =>
      expect((await client.query(text, [index])).rows).toEqual([{ twice: index * 2 }]),
    );
    expect(await prepared(text)).toHaveLength(1);
  });
});
