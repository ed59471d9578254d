import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.fixture.ts';
import '../wallet.tables.ts';
import { refreshMarks } from './leaderboard.service.ts';
import { readRankRange } from './leaderboard.repository.ts';

const PEOPLE = 150;
const EVERY = 5;

let test: TestDatabase;
let ids: number[];
beforeAll(async () => {
  test = await createTestDatabase();
  ids = await insertPeople(PEOPLE);
});
afterAll(() => test.cleanup());

async function insertPeople(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, email, password_hash, birth_date, sex, country, state)
    SELECT name, name, false, name || '@mail.example', '-', '2000-01-01', 'female', 'India', 'Goa'
    FROM (SELECT left(md5(random()::text), 12) AS name FROM generate_series(1, ${count}::integer)) fresh
    RETURNING id`.execute(test.database.db);
  return rows.map(({ id }) => id);
}

const anybody = () => ids[randomInt(ids.length)] ?? 0;

/** Few distinct balances, so that many users are tied. */
const change = async (tx: Tx, userId: number): Promise<void> => {
  const balance = randomInt(4) * 100;
  await sql`UPDATE wallets SET balance = ${balance}, given = ${balance} WHERE user_id = ${userId}`.execute(
    tx,
  );
};

const suspend = async (tx: Tx, userId: number): Promise<void> => {
  const at = randomInt(3) === 0 ? sql`now()` : sql`NULL`;
  await sql`UPDATE users SET suspended_at = ${at} WHERE id = ${userId}`.execute(tx);
};

class TakenBack extends Error {}

/** Changes one or two users, in the id order in which the ledger locks them; some changes are rolled back. */
async function move(): Promise<void> {
  const [one, other] = [anybody(), anybody()].toSorted((a, b) => a - b);
  const work = test.database.transaction(async (tx) => {
    const how = randomInt(5) === 0 ? suspend : change;
    await how(tx, one ?? 0);
    if (one !== other && how === change) await change(tx, other ?? 0);
    if (randomInt(4) === 0) throw new TakenBack();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
}

type Row = { readonly user_id: number; readonly username: string; readonly balance: number };

/** Compares the result from marks and moves with a full sort, in one snapshot. */
async function compare(): Promise<void> {
  const [viewerId, offset, limit] = [anybody(), randomInt(PEOPLE + 30), randomInt(1, 20)];
  const [read, all] = await test.database.transaction(async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
    const stretch = await readRankRange(tx, { viewerId, offset, limit });
    const { rows } = await sql<Row>`
      SELECT wallets.user_id, users.username, wallets.balance FROM wallets JOIN users ON users.id = wallets.user_id
      WHERE NOT users.is_guest AND users.suspended_at IS NULL AND users.deleted_at IS NULL`.execute(tx);
    return [stretch, rows];
  });
  const isBefore = (a: Row, b: Row) => b.balance - a.balance || (a.username < b.username ? -1 : 1);
  const ranked = all.toSorted(isBefore);
  const place = ranked.findIndex((row) => row.user_id === viewerId) + 1;
  expect(read.total).toBe(ranked.length);
  expect(read.own?.position ?? 0).toBe(place);
  expect(read.people.map(({ username, balance }) => [username, balance])).toEqual(
    ranked.slice(offset, offset + limit).map(({ username, balance }) => [username, balance]),
  );
}

const times = async (count: number, work: () => Promise<void>): Promise<void> => {
  for (let done = 0; done < count; done += 1) await work();
};

const refresh = () => test.database.transaction((tx) => refreshMarks(tx, EVERY));

const marks = async () => {
  const { rows } = await sql<{
    place: number;
  }>`SELECT place FROM leaderboard_marks ORDER BY down, name`.execute(test.database.db);
  return rows.map(({ place }) => place);
};

it('SV-94: is exact before there are marks, and while users, moves and marks change concurrently', async () => {
  await compare();
  await refresh();
  expect((await marks()).length).toBeGreaterThan(PEOPLE / EVERY);
  await Promise.all([
    ...Array.from({ length: 4 }, () => times(60, move)),
    ...Array.from({ length: 3 }, () => times(60, compare)),
    ...Array.from({ length: 2 }, () => times(15, refresh)),
    times(5, async () => void ids.push(...(await insertPeople(3)))),
  ]);
  await times(20, compare);
});

it('SV-94: folds moves into existing marks, and rebuilds the marks once a gap has grown', async () => {
  await refresh();
  const { rows } = await sql`SELECT FROM leaderboard_moves`.execute(test.database.db);
  expect(rows).toEqual([]);
  const before = await marks();
  await test.database.transaction((tx) => change(tx, anybody()));
  await refresh();
  expect((await marks()).length).toBe(before.length);
  // All users at one place: the gap exceeds three times the target.
  await sql`UPDATE wallets SET balance = 100000, given = 100000 WHERE ranked_name IS NOT NULL`.execute(
    test.database.db,
  );
  await refresh();
  const places = await marks();
  expect(places.slice(1, 4)).toEqual([EVERY, 2 * EVERY, 3 * EVERY]);
  await times(10, compare);
});
