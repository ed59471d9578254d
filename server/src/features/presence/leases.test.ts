import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../platform/database/index.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { volume } from '../../test/volume.fixture.ts';
import {
  createUsers,
  leaveBehind,
  LONG_AGO,
  personOf,
  startDatabase,
  startNode,
} from './presence.fixture.ts';

const HOUR_MS = 3_600_000;

async function nodesOf(database: Database, userId: number) {
  const { rows } = await sql<{ node_id: string; online_until: string; lease_seconds: number | null }>`
    SELECT presence.node_id, presence.online_until::text, extract(epoch FROM lease_until - now())::float8 AS lease_seconds
    FROM presence LEFT JOIN presence_nodes node ON node.node_id = presence.node_id
    WHERE user_id = ${userId}`.execute(database.db);
  return rows;
}

/** Notes every row that is written to these tables in the table `written`. */
async function noteWrites(database: Database, tables: readonly string[]): Promise<void> {
  await sql`
    CREATE TABLE written (
      id bigint GENERATED ALWAYS AS IDENTITY, place text, operation text, transaction xid8
    )`.execute(database.db);
  await sql`
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO written (place, operation, transaction) VALUES (TG_TABLE_NAME, TG_OP, pg_current_xact_id());
      RETURN NULL;
    END $$`.execute(database.db);
  for (const table of tables)
    await sql`
      CREATE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE ON ${sql.id(table)}
      FOR EACH ROW EXECUTE FUNCTION note_write()`.execute(database.db);
}

describe('the lease of a node', () => {
  it('CL-03: is renewed while its rows stay as they are', async () => {
    const { database, ann } = await startDatabase();
    const node = startNode(database, 20);
    node.arrive(ann);
    await node.settled();
    const [first] = await nodesOf(database, ann);
    expect(first?.online_until).toBe('infinity');
    await sql`UPDATE presence_nodes SET lease_until = now() + interval '1 second'`.execute(database.db);
    await vi.waitFor(async () => {
      const left = (await nodesOf(database, ann))[0]?.lease_seconds ?? 0;
      expect(left).toBeGreaterThan(15);
      expect(left).toBeLessThanOrEqual(20);
    });
    expect(node.changes()).toEqual([true]);
  });

  it('CL-03: at rest each renewal writes one row, however many users are connected', async () => {
    const { database, cleanup } = await createTestDatabase();
    onTestFinished(cleanup);
    await noteWrites(database, ['presence', 'presence_nodes', 'users', 'activity_moves']);
    const users = await createUsers(database, volume(2500, 20_000));
    const node = startNode(database, 20);
    for (const user of users) node.arrive(user);
    await node.settled();
    // As if they had been connected for hours.
    await sql`UPDATE users SET last_active_at = ${LONG_AGO}`.execute(database.db);
    await sql`TRUNCATE written`.execute(database.db);
    const read = async () =>
      (
        await sql<{ place: string; operation: string; rows: number; renewals: number }>`
          SELECT place, operation, count(*)::integer AS rows, count(DISTINCT transaction)::integer AS renewals
          FROM written GROUP BY 1, 2`.execute(database.db)
      ).rows;
    await vi.waitFor(async () => expect((await read())[0]?.renewals).toBeGreaterThan(10));
    const writes = await read();
    expect(writes).toEqual([
      {
        place: 'presence_nodes',
        operation: 'UPDATE',
        rows: writes[0]?.renewals,
        renewals: expect.any(Number),
      },
    ]);
    for (const user of [users[0], users.at(-1)])
      expect(await personOf(database, user ?? 0)).toMatchObject({ online: true });
    await node.close();
    expect(node.changes()).toHaveLength(2 * users.length);
  });
});

describe('a killed node', () => {
  it('CL-03: its users are offline when its lease ends, and another node reports it with their last activity', async () => {
    const { database, ann, bob, cem } = await startDatabase();
    await leaveBehind(database, [ann, bob, cem]);
    await sql`UPDATE users SET is_available = false WHERE id = ${bob}`.execute(database.db);
    const node = startNode(database, 20);
    node.arrive(cem);
    for (const user of [ann, bob]) expect(await personOf(database, user)).toMatchObject({ online: false });
    await vi.waitFor(() => expect(node.changesOf(ann)).toEqual([false]));
    expect(node.changesOf(bob)).toEqual([]);
    expect(node.changesOf(cem)).toEqual([true]);
    expect(await personOf(database, cem)).toMatchObject({ online: true });
    const left = await personOf(database, ann);
    const ago = Date.now() - (left?.last_active_at.getTime() ?? 0);
    expect(ago).toBeGreaterThan(20_000);
    expect(ago).toBeLessThan(60_000);
    expect(
      Math.abs((node.told.find(({ userId }) => userId === ann)?.at.getTime() ?? 0) - Date.now() + ago),
    ).toBeLessThan(1001);
    expect((await personOf(database, bob))?.last_active_at).toEqual(LONG_AGO);
  });

  it('CL-03: several nodes remove thousands of users in batches, and report each once', async () => {
    const { database } = await startDatabase();
    const users = await createUsers(database, 3500);
    const killed = await leaveBehind(database, users);
    const nodes = [startNode(database, 20), startNode(database, 20)];
    const left = async () =>
      (await sql`SELECT FROM presence_nodes WHERE node_id = ${killed}`.execute(database.db)).rows;
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000 });
    await Promise.all(nodes.map((node) => node.settled()));
    const told = nodes.flatMap((node) => node.told);
    expect(told.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual(
      users.toSorted((a, b) => a - b),
    );
    const { rows } = await sql`SELECT FROM presence WHERE node_id = ${killed}`.execute(database.db);
    expect(rows).toEqual([]);
    const { rows: times } = await sql<{ most: number }>`
      SELECT max(same)::integer AS most FROM (
        SELECT count(*) AS same FROM users WHERE id = ANY (${users}) GROUP BY last_active_at
      ) grouped`.execute(database.db);
    expect(times[0]?.most).toBeLessThan(10);
  });
});

describe('an outage of the database', () => {
  it('R-04, CL-03: a node removes others with its third renewal after it, so that they can renew first', async () => {
    const { database, cleanup } = await createTestDatabase();
    onTestFinished(cleanup);
    const [ann = 0] = await createUsers(database, 1);
    const errors: object[] = [];
    const logger = { ...silentLogger, error: (details: object) => void errors.push(details) };
    const node = startNode(database, 20, logger);
    // Removed once the node has been there for a while.
    await leaveBehind(database, [ann]);
    await vi.waitFor(() => expect(node.changesOf(ann)).toEqual([false]));
    await noteWrites(database, ['presence_nodes']);
    await sql`ALTER TABLE presence_nodes RENAME TO nodes_away`.execute(database.db);
    await vi.waitFor(() => expect(errors).toHaveLength(1));
    await sql`INSERT INTO nodes_away VALUES ('other', now() - interval '1 second')`.execute(database.db);
    await sql`TRUNCATE written`.execute(database.db);
    await sql`ALTER TABLE nodes_away RENAME TO presence_nodes`.execute(database.db);
    const operations = async () =>
      (
        await sql<{ operation: string }>`SELECT operation FROM written ORDER BY id LIMIT 4`.execute(
          database.db,
        )
      ).rows.map(({ operation }) => operation);
    await vi.waitFor(async () => expect(await operations()).toHaveLength(4));
    expect(await operations()).toEqual(['UPDATE', 'UPDATE', 'UPDATE', 'DELETE']);
    await node.close();
  });
});

describe('a node that was paused', () => {
  it('CL-03: writes its rows again at its next renewal, and reports its users online again', async () => {
    const { database, ann, bob } = await startDatabase();
    const node = startNode(database, 20);
    node.arrive(ann);
    node.arrive(bob);
    await node.settled();
    const [row] = await nodesOf(database, ann);
    await sql`
      WITH lease AS (DELETE FROM presence_nodes WHERE node_id = ${row?.node_id})
      DELETE FROM presence WHERE node_id = ${row?.node_id} AND user_id = ${ann}`.execute(database.db);
    await vi.waitFor(async () => expect(await personOf(database, ann)).toMatchObject({ online: true }));
    await node.settled();
    expect(node.changesOf(ann)).toEqual([true, true]);
    expect(node.changesOf(bob)).toEqual([true]);
  });

  it('CL-03: writes its rows again before an arrival, whether its lease lapsed or was removed', async () => {
    const { database, ann, bob, cem } = await startDatabase();
    const paused = startNode(database, HOUR_MS);
    paused.arrive(ann);
    await paused.settled();
    await sql`UPDATE presence_nodes SET lease_until = now()`.execute(database.db);
    paused.arrive(bob);
    await paused.settled();
    expect(paused.changes()).toEqual([true, true]);
    for (const user of [ann, bob]) expect(await personOf(database, user)).toMatchObject({ online: true });
    await sql`UPDATE presence_nodes SET lease_until = now()`.execute(database.db);
    const other = startNode(database, 20);
    await vi.waitFor(() => expect(other.changes()).toEqual([false, false]));
    paused.arrive(cem);
    await paused.settled();
    for (const user of [ann, bob, cem])
      expect([paused.changesOf(user).at(-1), await personOf(database, user)]).toMatchObject([
        true,
        { online: true },
      ]);
  });
});

describe('a node of the previous version', () => {
  const untilIn = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
  /** What the previous version executes. */
  const formerly = {
    isOnline: async (database: Database, userId: number) =>
      (
        await sql`SELECT FROM presence WHERE user_id = ${userId} AND online_until > now()`.execute(
          database.db,
        )
      ).rows.length > 0,
    renew: (database: Database, userId: number, seconds = 30) =>
      sql`
        INSERT INTO presence (user_id, node_id, online_until) VALUES (${userId}, 'former', ${untilIn(seconds)})
        ON CONFLICT (user_id, node_id) DO UPDATE SET online_until = excluded.online_until`.execute(
        database.db,
      ),
    forgetExpired: (database: Database) =>
      sql`DELETE FROM presence WHERE online_until <= now()`.execute(database.db),
  };

  it('CL-03: and one of this version see each other’s users online', async () => {
    const { database, ann, bob } = await startDatabase();
    const node = startNode(database, 20);
    node.arrive(ann);
    await node.settled();
    await formerly.renew(database, bob);
    await formerly.forgetExpired(database);
    for (const user of [ann, bob]) {
      expect(await personOf(database, user)).toMatchObject({ online: true });
      expect(await formerly.isOnline(database, user)).toBe(true);
    }
    node.arrive(bob);
    await node.settled();
    node.leave(bob);
    await node.settled();
    expect(node.changesOf(bob)).toEqual([]);
  });

  it('CL-03: is killed: its users are removed when their rows expire, and reported', async () => {
    const { database, ann, bob } = await startDatabase();
    const node = startNode(database, 20);
    node.arrive(bob);
    await node.settled();
    await formerly.renew(database, ann, -1);
    await formerly.renew(database, bob, -1);
    await vi.waitFor(() => expect(node.changesOf(ann)).toEqual([false]));
    expect(await personOf(database, ann)).toMatchObject({ online: false });
    expect(await personOf(database, bob)).toMatchObject({ online: true });
    expect(await nodesOf(database, ann)).toEqual([]);
    expect(node.changesOf(bob)).toEqual([true]);
  });
});
