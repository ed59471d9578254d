import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { leaveBehind, LONG_AGO, personOf, startDatabase, startNode } from './presence.fixture.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';

it('RT-10: reports the first connection and the last disconnection, and nothing in between', async () => {
  const { database, ann } = await startDatabase();
  const node = startNode(database);
  node.arrive(ann);
  await node.settled();
  node.arrive(ann);
  node.leave(ann);
  await node.settled();
  expect(node.changes()).toEqual([true]);
  expect(await personOf(database, ann)).toMatchObject({ online: true });
  node.leave(ann);
  await node.settled();
  expect(node.changes()).toEqual([true, false]);
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
  expect([here.changes(), there.changes()]).toEqual([[true], []]);
  there.leave(ann);
  await there.settled();
  expect([here.changes(), there.changes()]).toEqual([[true], [false]]);
});

it('R-04: after database errors no user is reported offline before every node could renew, and the error is logged once', async () => {
  const { database, ann, bob, cem } = await startDatabase();
  const errors: object[] = [];
  const logger = { ...silentLogger, error: (details: object) => void errors.push(details) };
  const [here, there] = [startNode(database, 3000, logger), startNode(database, 3000)];
  here.arrive(ann);
  there.arrive(bob);
  await Promise.all([here.settled(), there.settled()]);
  await sql`ALTER TABLE presence_nodes RENAME TO nodes_away`.execute(database.db);
  here.arrive(cem);
  there.arrive(cem);
  await Promise.all([here.settled(), there.settled()]);
  here.leave(cem);
  here.arrive(cem);
  await Promise.all([here.settled(), there.settled()]);
  await sql`UPDATE nodes_away SET lease_until = now() - interval '1 second'`.execute(database.db);
  await sql`ALTER TABLE nodes_away RENAME TO presence_nodes`.execute(database.db);
  const killed = await leaveBehind(database, [bob]);
  const killedRows = async () =>
    (await sql`SELECT FROM presence WHERE node_id = ${killed}`.execute(database.db)).rows;
  await vi.waitFor(async () => expect(await killedRows()).toEqual([]), { timeout: 30_000 });
  for (const person of [ann, bob, cem])
    expect(await personOf(database, person)).toMatchObject({ online: true });
  expect([...here.changes(), ...there.changes()]).not.toContain(false);
  expect(errors).toHaveLength(1);
});

it('takes users offline on close, and leaves nothing of the node', async () => {
  const { database, ann } = await startDatabase();
  const node = startNode(database);
  node.arrive(ann);
  await node.settled();
  await node.close();
  expect(node.changes()).toEqual([true, false]);
  expect(await personOf(database, ann)).toMatchObject({ online: false });
  const { rows } = await sql`SELECT FROM presence_nodes`.execute(database.db);
  expect(rows).toEqual([]);
});

it('SV-23: updates the last activity at arrival and departure, at most once a minute, with different times', async () => {
  const { database, ann, bob } = await startDatabase();
  const node = startNode(database);
  node.arrive(ann);
  node.arrive(bob);
  await node.settled();
  const activeAt = async (userId: number) =>
    (await personOf(database, userId))?.last_active_at.getTime() ?? 0;
  const ago = async (userId: number) => Date.now() - (await activeAt(userId));
  for (const user of [ann, bob]) expect(await ago(user)).toBeLessThan(30_000);
  await sql`UPDATE users SET last_active_at = now() - interval '59 seconds' WHERE id = ${ann}`.execute(
    database.db,
  );
  await sql`UPDATE users SET last_active_at = now() - interval '61 seconds' WHERE id = ${bob}`.execute(
    database.db,
  );
  node.leave(ann);
  node.leave(bob);
  await node.settled();
  expect(await ago(bob)).toBeLessThan(30_000);
  expect(await ago(ann)).toBeGreaterThan(50_000);
});

it('SV-23: updates the last activity of who does something, with the next renewal', async () => {
  const { database, ann, bob } = await startDatabase();
  const node = startNode(database, 20);
  node.arrive(ann);
  node.arrive(bob);
  await node.settled();
  await sql`UPDATE users SET last_active_at = ${LONG_AGO} WHERE id IN (${ann}, ${bob})`.execute(database.db);
  node.noteActivity(ann);
  await vi.waitFor(async () => expect((await personOf(database, ann))?.last_active_at).not.toEqual(LONG_AGO));
  expect((await personOf(database, bob))?.last_active_at).toEqual(LONG_AGO);
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
  expect(node.changes()).toEqual([]);
  expect((await personOf(database, ann))?.last_active_at).toEqual(LONG_AGO);
  await sql`UPDATE users SET is_available = true WHERE id = ${ann}`.execute(database.db);
  node.availabilityChanged(ann);
  await node.settled();
  expect(node.changes()).toEqual([true]);
  expect((await personOf(database, ann))?.last_active_at).not.toEqual(LONG_AGO);
  await sql`UPDATE users SET is_available = false WHERE id = ${ann}`.execute(database.db);
  node.availabilityChanged(ann);
  await node.settled();
  expect(node.changes()).toEqual([true, false]);
});
