import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPresence } from '../presence/index.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { deleteOldMoves } from './directory.repository.ts';
import { startDirectory } from './directory.fixture.ts';
import { volume } from '../../test/volume.fixture.ts';

const CROWD = volume(1000, 3000);

/** A deterministic random number generator. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

it('SV-20: lists every user who was there from start to end exactly once, while others become active, join and leave', async () => {
  const { person, listAll, crowd, database } = await startDirectory();
  const ids = await crowd({ count: CROWD, name: 'moving-' });
  const viewer = await person();
  const random = createRandom(7);
  const left = new Set<string>();
  let newcomers = 0;
  const found = await listAll(viewer, { limit: '100', username: 'mov' }, async () => {
    const moved = Array.from({ length: 60 }, () => ids[random(CROWD)]);
    await sql`UPDATE users SET last_active_at = clock_timestamp() WHERE id = ANY (${moved})`.execute(
      database.db,
    );
    const leaver = random(CROWD);
    left.add(`moving-${leaver + 1}`);
    await sql`UPDATE users SET deleted_at = now() WHERE id = ${ids[leaver]}`.execute(database.db);
    newcomers += 1;
    await crowd({ count: 1, name: `moving-new${newcomers}-`, secondsAgo: 0 });
  });
  const seen = new Map<string, number>();
  for (const name of found) seen.set(name, (seen.get(name) ?? 0) + 1);
  const expected = ids.map((_, index) => `moving-${index + 1}`).filter((name) => !left.has(name));
  expect(found.length).toBe(new Set(found).size);
  expect(expected.filter((name) => !seen.has(name))).toEqual([]);
});

// Requires concurrent sessions, which the embedded engine does not have.
it.runIf(process.env['TEST_DATABASE_URL'])(
  'SV-20: a transaction that commits while the list is read neither hides nor duplicates its users',
  async () => {
    const { person, list, crowd, database } = await startDirectory();
    const ids = await crowd({ count: 6, name: 'halfway-' });
    const viewer = await person();
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: isMoved, resolve: moved } = Promise.withResolvers<void>();
    const moving = database.transaction(async (tx) => {
      // Earlier than the first page covers, as if the clock of another node were behind.
      await sql`
      UPDATE users SET last_active_at = last_active_at + interval '4500 milliseconds' WHERE id = ${ids[5]}`.execute(
        tx,
      );
      moved();
      await isRead;
    });
    await isMoved;
    const first = await list(viewer, { username: 'halfway-', limit: '3' });
    goOn();
    await moving;
    const last_id = first.data.next_last_id ?? '';
    const second = await list(viewer, { username: 'halfway-', limit: '3', last_id });
    const names = [...first.data.users, ...second.data.users].map((user) => user.username);
    expect(names).toEqual([1, 2, 3, 4, 5, 6].map((n) => `halfway-${n}`));
  },
);

it('deletes former positions that no cursor can refer to any more', async () => {
  const { crowd, database, app } = await startDirectory();
  const ids = await crowd({ count: 2, name: 'forgetful-' });
  await sql`UPDATE users SET last_active_at = now() WHERE id = ANY (${ids})`.execute(database.db);
  await sql`
    UPDATE activity_moves SET moved_at = now() - interval '21 minutes' WHERE user_id = ${ids[0]}`.execute(
    database.db,
  );
  await deleteOldMoves(app.database.db, 20);
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM activity_moves WHERE user_id = ANY (${ids})`.execute(database.db);
  expect(rows.map((row) => row.user_id)).toEqual([ids[1]]);
});

it('SV-23: a user who comes online is first in the next list', async () => {
  const { person, list, crowd, database } = await startDirectory();
  const ids = await crowd({ count: 3, name: 'rising-' });
  const presence = createPresence({ database, logger: silentLogger });
  presence.arrive(ids[2] ?? 0);
  await presence.settled();
  const { data } = await list(await person(), { username: 'rising-' });
  await presence.close();
  expect(data.users.map((user) => [user.username, user.is_online])).toEqual([
    ['rising-3', true],
    ['rising-1', false],
    ['rising-2', false],
  ]);
});
