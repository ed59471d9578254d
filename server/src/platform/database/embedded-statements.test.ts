import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.fixture.ts';
import { StatementCache } from './embedded-statements.ts';
import type { Database } from './index.ts';
import { STATEMENTS_KEPT } from './prepared-statements.ts';

let made: TestDatabase;
let pool: Database['pool'];
beforeAll(async () => {
  made = await createTestDatabase({ engine: 'embedded' });
  ({ pool } = made.database);
});
afterAll(() => made.cleanup());

/** The statements that the engine keeps prepared, by text. */
async function prepared(like: string): Promise<{ name: string; uses: number }[]> {
  const { rows } = await pool.query<{ name: string; uses: number }>(
    'SELECT name, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE statement LIKE $1',
    [`${like}%`],
  );
  return rows;
}

async function times(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await run(index);
}

const PARSE_COMPLETE = Uint8Array.of(0x31, 0, 0, 0, 4);

/** Parse, Bind, Describe and Sync of a statement with one parameter, as `pg` sends them. */
function batchOf(text: string): Uint8Array<ArrayBuffer> {
  const bodies = [
    ['P', `\0${text}\0\0\0`],
    ['B', '\0\0\0\0\0\u0001\0\0\0\u00011\0\0'],
    ['D', 'P\0'],
    ['S', ''],
  ] as const;
  const messages = bodies.map(([type, body]) => {
    const message = Buffer.from(`${type}\0\0\0\0${body}`, 'latin1');
    message.writeInt32BE(message.length - 1, 1);
    return message;
  });
  return new Uint8Array(Buffer.concat(messages));
}

describe('repeated statements on the embedded engine', () => {
  it('are prepared when they come the second time, once for all connections', async () => {
    const text = 'SELECT $1::int + 1 AS sum';
    await pool.query(text, [0]);
    expect(await prepared(text)).toEqual([]);
    const clients = [await pool.connect(), await pool.connect()];
    for (const client of clients)
      await times(4, async (index) =>
        expect((await client.query(text, [index])).rows).toEqual([{ sum: index + 1 }]),
      );
    for (const client of clients) client.release();
    expect(await prepared(text)).toEqual([{ name: expect.stringContaining('cached_'), uses: 8 }]);
  });

  it('return columns, rows and counts as always', async () => {
    await pool.query('CREATE TABLE cities (id int PRIMARY KEY, name text)');
    const insert = 'INSERT INTO cities SELECT id, name FROM unnest($1::int[], $2::text[]) AS city (id, name)';
    for (const ids of [[1], [2, 3], [4], []])
      expect((await pool.query(insert, [ids, ids.map((id) => `city ${id}`)])).rowCount).toBe(ids.length);
    const select = 'SELECT * FROM cities WHERE id < $1 ORDER BY id';
    await times(3, async (index) => {
      const { rows, fields } = await pool.query(select, [index + 2]);
      expect(rows.map(({ id }) => id)).toEqual([1, 2, 3].slice(0, index + 1));
      expect(fields.map(({ name }) => name)).toEqual(['id', 'name']);
    });
  });

  it('report their errors, in a transaction and outside of one, and work afterwards', async () => {
    const text = 'SELECT 10 / $1::int AS part';
    const failing = () => pool.query(text, [0]);
    for (const divisor of [0, 5, 0, 2]) {
      if (divisor === 0) await expect(failing()).rejects.toMatchObject({ code: '22012' });
      else expect((await pool.query(text, [divisor])).rows).toEqual([{ part: 10 / divisor }]);
    }
    const client = await pool.connect();
    await client.query('BEGIN');
    await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(client.query(text, [1])).rejects.toMatchObject({ code: '25P02' });
    // First and second time in a transaction that has failed: nothing was prepared.
    await expect(client.query('SELECT $1::text', [1])).rejects.toMatchObject({ code: '25P02' });
    await expect(client.query('SELECT $1::text', [1])).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    expect((await client.query(text, [1])).rows).toEqual([{ part: 10 }]);
    expect((await client.query('SELECT $1::text AS text', ['a'])).rows).toEqual([{ text: 'a' }]);
    client.release();
    await times(2, () =>
      expect(pool.query('SELECT nothing FROM nowhere WHERE id = $1', [1])).rejects.toThrow('nowhere'),
    );
  });

  it('survive a rollback of the transaction that prepared them', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await times(2, () => client.query('SELECT $1::int * 2 AS twice', [1]));
    await client.query('ROLLBACK');
    expect((await client.query('SELECT $1::int * 2 AS twice', [4])).rows).toEqual([{ twice: 8 }]);
    client.release();
  });

  it('are prepared again once a table was changed', async () => {
    await pool.query('CREATE TABLE towns (id int)');
    const select = 'SELECT * FROM towns WHERE id = $1';
    await pool.query('INSERT INTO towns VALUES (1)');
    await times(8, async () => expect((await pool.query(select, [1])).rows).toEqual([{ id: 1 }]));
    const before = await prepared(select);
    await pool.query("ALTER TABLE towns ADD COLUMN name text DEFAULT 'Pune'");
    await times(2, async () =>
      expect((await pool.query(select, [1])).rows).toEqual([{ id: 1, name: 'Pune' }]),
    );
    const after = await prepared(select);
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after[0]?.name).not.toBe(before[0]?.name);
  });

  it('with long arrays get a plan of their own', async () => {
    const text = 'SELECT count(*)::int FROM unnest($1::int[]) AS id WHERE id > 0';
    const count = async (length: number) => {
      const ids = Array.from({ length }, (_, index) => index + 1);
      expect((await pool.query(text, [ids])).rows).toEqual([{ count: length }]);
    };
    await times(4, () => count(10));
    await times(2, () => count(300));
    await count(10);
    expect(await prepared(text)).toEqual([{ name: expect.stringContaining('cached_'), uses: 4 }]);
  });

  it('of which there are too many are forgotten, those first that were not used for longest', async () => {
    const text = (number: number) => `SELECT ${number} + $1::int AS many`;
    const used = text(0);
    await times(STATEMENTS_KEPT + 40, async (number) => {
      await times(2, () => pool.query(text(number), [1]));
      expect((await pool.query(used, [1])).rows).toEqual([{ many: 1 }]);
    });
    const { rows } = await pool.query<{ count: number }>(
      "SELECT count(*)::int FROM pg_prepared_statements WHERE name LIKE 'cached_%'",
    );
    expect(rows[0]?.count).toBe(STATEMENTS_KEPT);
    expect(await prepared(used)).toHaveLength(1);
    expect(await prepared(text(1))).toHaveLength(0);
    expect((await pool.query(text(1), [1])).rows).toEqual([{ many: 2 }]);
  });

  it('keep a large text and binary values whole', async () => {
    const text = 'SELECT $1::text AS long, $2::bytea AS bytes';
    const values = ['x'.repeat(300_000), Buffer.from([0, 1, 255, 0])];
    await times(4, async () =>
      expect((await pool.query(text, values)).rows).toEqual([{ long: values[0], bytes: values[1] }]),
    );
  });

  it('are prepared again when their plan is old', () => {
    const cache = new StatementCache({ capacity: 10, maxAgeMs: 0 });
    const first = batchOf('SELECT $1::int');
    expect(cache.prepare(first).raw).toEqual(first);
    const made = cache.prepare(batchOf('SELECT $1::int'));
    expect(Buffer.from(made.raw).toString('latin1')).toContain('cached_1');
    made.responseOf(PARSE_COMPLETE);
    const again = Buffer.from(cache.prepare(batchOf('SELECT $1::int')).raw).toString('latin1');
    expect(again).toMatch(/^C[^]*Scached_1\0P[^]*cached_2\0SELECT/);
  });
});
