import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../platform/database/index.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { createPresence, isOnline } from './index.ts';

let opened: ReturnType<typeof createTestDatabase> | undefined;
afterAll(async () => (await opened)?.cleanup());

/** Returns the database of this file and the id of a new user. */
async function startDatabase() {
  const { database } = await (opened ??= createTestDatabase());
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at)
    VALUES (${randomUUID()}, 'Ann', true, '1990-01-01', 'female', 'IN', 'Kerala', '2026-01-01')
    RETURNING id`.execute(database.db);
  return { database, ann: rows[0]?.id ?? 0 };
}

function startNode(database: Database, renewEveryMs?: number, logger: typeof silentLogger = silentLogger) {
  const presence = createPresence({ database, logger, renewEveryMs });
  const changes: boolean[] = [];
  presence.onChanged((batch) => void changes.push(...batch.map((change) => change.isOnline)));
  onTestFinished(() => presence.close());
  return { ...presence, changes };
}

async function personOf(database: Database, userId: number) {
  const { rows } = await sql<{ online: boolean; last_active_at: Date }>`
    SELECT ${isOnline(sql`users.id`)} AS online, last_active_at FROM users WHERE id = ${userId}`.execute(
    database.db,
  );
  return rows[0];
}

it('RT-10: reports the first connection and the last disconnection, and nothing in between', async () => {
  const { database, ann } = await startDatabase();
  const node = startNode(database);
  node.arrive(ann);
  await node.settled();
  node.arrive(ann);
  node.leave(ann);
  await node.settled();
  expect(node.changes).toEqual([true]);
  expect(await personOf(database, ann)).toMatchObject({ online: true });
  node.leave(ann);
  await node.settled();
  expect(node.changes).toEqual([true, false]);
  const person = await personOf(database, ann);
  expect(person?.online).toBe(false);
  expect(person?.last_active_at.getTime()).toBeGreaterThan(Date.parse('2026-11-01'));
});

it('a user stays online on another node when the last connection on this one closes', async () => {
  const { database, ann } = await startDatabase();
  const [here, there] = [startNode(database), startNode(database)];
  here.arrive(ann);
  await here.settled();
  there.arrive(ann);
  await there.settled();
  here.leave(ann);
  await here.settled();
  expect(await personOf(database, ann)).toMatchObject({ online: true });
  expect([here.changes, there.changes]).toEqual([[true], []]);
  there.leave(ann);
  await there.settled();
  expect([here.changes, there.changes]).toEqual([[true], [false]]);
});

it('takes users of a killed node offline and reports it', async () => {
  const { database, ann } = await startDatabase();
  await sql`INSERT INTO presence VALUES (${ann}, 'killed', now() - interval '1 second')`.execute(database.db);
  const node = startNode(database, 20);
  expect(await personOf(database, ann)).toMatchObject({ online: false });
  await vi.waitFor(() => expect(node.changes).toEqual([false]));
});

it('R-04: after database errors no user is reported offline before every node could renew, and the error is logged once', async () => {
  const { database, ann } = await startDatabase();
  const { ann: bob } = await startDatabase();
  const { ann: cem } = await startDatabase();
  const errors: object[] = [];
  const logger = { ...silentLogger, error: (details: object) => void errors.push(details) };
  const [here, there] = [startNode(database, 3000, logger), startNode(database, 3000)];
  here.arrive(ann);
  there.arrive(bob);
  await Promise.all([here.settled(), there.settled()]);
  await sql`ALTER TABLE presence RENAME TO presence_away`.execute(database.db);
  here.arrive(cem);
  there.arrive(cem);
  await Promise.all([here.settled(), there.settled()]);
  here.leave(cem);
  here.arrive(cem);
  await Promise.all([here.settled(), there.settled()]);
  await sql`UPDATE presence_away SET online_until = now() - interval '1 second'`.execute(database.db);
  await sql`ALTER TABLE presence_away RENAME TO presence`.execute(database.db);
  await sql`INSERT INTO presence VALUES (${bob}, 'killed', now() - interval '1 second')`.execute(database.db);
  const killedRows = async () =>
    (await sql`SELECT FROM presence WHERE node_id = 'killed'`.execute(database.db)).rows;
  await vi.waitFor(async () => expect(await killedRows()).toEqual([]), { timeout: 20_000 });
  for (const person of [ann, bob, cem])
    expect(await personOf(database, person)).toMatchObject({ online: true });
  expect([...here.changes, ...there.changes]).not.toContain(false);
  expect(errors).toHaveLength(1);
});

it('renews connected users, and takes them offline on close', async () => {
  const { database, ann } = await startDatabase();
  const node = startNode(database, 20);
  node.arrive(ann);
  await node.settled();
  await sql`UPDATE presence SET online_until = now() + interval '1 second'`.execute(database.db);
  await vi.waitFor(async () => {
    const { rows } =
      await sql`SELECT FROM presence WHERE online_until > now() + interval '20 seconds'`.execute(database.db);
    expect(rows).toHaveLength(1);
  });
  await node.close();
  expect(node.changes).toEqual([true, false]);
  expect(await personOf(database, ann)).toMatchObject({ online: false });
});

it('SV-23: updates the last activity at each renewal, at most once a minute, with different times', async () => {
  const { database, ann } = await startDatabase();
  const { ann: bob } = await startDatabase();
  const node = startNode(database, 20);
  node.arrive(ann);
  node.arrive(bob);
  await node.settled();
  const before = await personOf(database, ann);
  await sql`UPDATE users SET last_active_at = now() - interval '59 seconds' WHERE id = ${ann}`.execute(
    database.db,
  );
  await sql`UPDATE users SET last_active_at = now() - interval '61 seconds' WHERE id = ${bob}`.execute(
    database.db,
  );
  const ago = async (userId: number) =>
    Date.now() - ((await personOf(database, userId))?.last_active_at.getTime() ?? 0);
  await vi.waitFor(async () => expect(await ago(bob)).toBeLessThan(30_000));
  expect(await ago(ann)).toBeGreaterThan(50_000);
  expect(before?.last_active_at.getTime()).toBeGreaterThan(Date.parse('2026-11-01'));
});

it('X-19: reports nothing for users who accept no messages, and does not update their last activity', async () => {
  const { database, ann } = await startDatabase();
  await sql`UPDATE users SET is_available = false WHERE id = ${ann}`.execute(database.db);
  const node = startNode(database, 20);
  node.arrive(ann);
  await node.settled();
  node.leave(ann);
  await node.settled();
  node.arrive(ann);
  await node.settled();
  expect(node.changes).toEqual([]);
  expect((await personOf(database, ann))?.last_active_at).toEqual(new Date('2026-01-01'));
  await sql`UPDATE users SET is_available = true WHERE id = ${ann}`.execute(database.db);
  node.availabilityChanged(ann);
  await node.settled();
  expect(node.changes).toEqual([true]);
  await sql`UPDATE users SET is_available = false WHERE id = ${ann}`.execute(database.db);
  node.availabilityChanged(ann);
  await node.settled();
  expect(node.changes).toEqual([true, false]);
});
