import { ACTIVITY_GROUP_HOURS } from '@adda/contract/activity';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/database.fixture.ts';
import type { ActivityMark } from './activity-marks.codec.ts';
import { createActivityTeller } from './activity-teller.service.ts';
import type { NewActivity } from './activity.types.ts';
import { readUpTo } from './activity.repository.ts';

/** Starts a database with users, and a teller that keeps its marks. */
async function startTeller() {
  const { database, cleanup } = await createTestDatabase();
  onTestFinished(cleanup);
  const marks: ActivityMark[] = [];
  const teller = createActivityTeller((sent) => void marks.push(...sent));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at, created_at)
    SELECT 'u' || n, 'u' || n, true, '1990-01-01', 'male', 'India', 'Goa', now(), now() FROM generate_series(1, 4) n
    RETURNING id`.execute(database.db);
  const [me = 0, ...others] = rows.map(({ id }) => id);
  const happened = (kind: NewActivity['kind'], actorId: number, id = 'post'): NewActivity => ({
    userId: me,
    kind,
    subject: { type: 'post', id },
    actorId,
  });
  const tell = (...all: NewActivity[]) => database.transaction((tx) => teller.tell(tx, all));
  const stored = async () =>
    (
      await sql<{
        id: string;
        kind: string;
        actorId: number | null;
        isRead: boolean;
        happenedAt: Date;
        openedAt: Date;
      }>`
        SELECT id, kind, actor_id AS "actorId", is_read AS "isRead", happened_at AS "happenedAt", opened_at AS "openedAt"
        FROM activity_items ORDER BY happened_at`.execute(database.db)
    ).rows;
  /** Moves all items into the past. */
  const age = (hours: number) =>
    sql`UPDATE activity_items SET opened_at = opened_at - make_interval(hours => ${hours}),
        happened_at = happened_at - make_interval(hours => ${hours})`.execute(database.db);
  return { database, teller, marks, me, others, happened, tell, stored, age };
}

it('NT-01: likes of one subject within a day are one item, which a new one makes unread and moves up', async () => {
  const { database, me, others, happened, tell, stored, age, marks } = await startTeller();
  const [ann = 0, bob = 0, eve = 0] = others;
  await tell(happened('like', ann));
  const [first] = await stored();
  expect(first).toMatchObject({ kind: 'like', actorId: null, isRead: false });
  await age(2);
  await tell(happened('like', bob));
  const [second, ...more] = await stored();
  expect(more).toEqual([]);
  expect(second?.id).toBe(first?.id);
  expect(Date.now() - (second?.happenedAt.getTime() ?? 0)).toBeLessThan(60_000);
  await database.transaction((tx) => readUpTo(tx, me, { happenedAt: new Date(), id: 'f'.repeat(24) }));
  expect(await stored()).toMatchObject([{ isRead: true }]);
  await tell(happened('like', eve));
  expect(await stored()).toMatchObject([{ id: first?.id, isRead: false }]);
  expect(marks.map(({ itemId, how }) => [itemId, how])).toEqual([1, 2, 3].map(() => [first?.id, 'told']));
});

it('NT-01: an item ends a day after the first of what is joined, and the next one begins there at the earliest', async () => {
  const { others, happened, tell, stored, age } = await startTeller();
  const [ann = 0, bob = 0] = others;
  await tell(happened('follow', ann));
  await age(ACTIVITY_GROUP_HOURS);
  await tell(happened('follow', bob));
  const [old, next, ...more] = await stored();
  expect(more).toEqual([]);
  expect(next?.id).not.toBe(old?.id);
  const dayAfter = (old?.openedAt.getTime() ?? 0) + ACTIVITY_GROUP_HOURS * 3_600_000;
  expect(next?.openedAt.getTime()).toBeGreaterThanOrEqual(dayAfter);
});

it('NT-01: other kinds, subjects and users have items of their own; nothing is stored about oneself', async () => {
  const { me, others, happened, tell, stored } = await startTeller();
  const [ann = 0, bob = 0] = others;
  await tell(
    happened('like', ann),
    happened('like', bob),
    happened('like', ann, 'another'),
    { ...happened('like', bob), userId: ann },
    happened('comment', ann),
    happened('comment', ann),
    happened('comment', me),
    happened('like', me, 'third'),
    { ...happened('moderation', 0), actorId: null },
  );
  const kinds = (await stored()).map(({ kind, actorId }) => `${kind} ${actorId ?? ''}`).toSorted();
  expect(kinds).toEqual(
    ['like ', 'like ', 'like ', `comment ${ann}`, `comment ${ann}`, 'moderation '].toSorted(),
  );
});

it('NT-04: many who like at the same time make one row', async () => {
  const { others, happened, tell, stored } = await startTeller();
  await Promise.all(Array.from({ length: 40 }, (_, n) => tell(happened('like', others[n % 3] ?? 0))));
  expect(await stored()).toHaveLength(1);
});

it('NT-04: an unread item that was just moved up is not written, so that nobody waits for its row', async () => {
  const { database, others, happened, tell, stored } = await startTeller();
  const [ann = 0, bob = 0] = others;
  await tell(happened('like', ann));
  const version = async () =>
    (await sql<{ xmin: string }>`SELECT xmin::text FROM activity_items`.execute(database.db)).rows;
  const before = await version();
  await sql`UPDATE activity_items SET happened_at = happened_at + interval '1 hour'`.execute(database.db);
  const fresh = await version();
  expect(fresh).not.toEqual(before);
  await tell(happened('like', bob));
  expect(await version()).toEqual(fresh);
  expect(await stored()).toHaveLength(1);
});

it('NT-02: a transaction that is rolled back tells nothing', async () => {
  const { database, teller, others, happened, stored, marks } = await startTeller();
  const failing = database.transaction(async (tx) => {
    await teller.tell(tx, [happened('comment', others[0] ?? 0), happened('like', others[0] ?? 0)]);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect([await stored(), marks]).toEqual([[], []]);
});

it('NT-02: a changed subject marks the items about it, of everybody', async () => {
  const { database, teller, me, others, happened, tell, marks } = await startTeller();
  const [ann = 0, bob = 0] = others;
  await tell(
    happened('like', ann),
    { ...happened('comment', bob), userId: ann },
    happened('like', ann, 'another'),
  );
  marks.length = 0;
  await database.transaction((tx) =>
    teller.changed(tx, [
      { type: 'post', id: 'post' },
      { type: 'post', id: 'post' },
      { type: 'group', id: 'another' },
    ]),
  );
  expect(marks.map(({ userId, how }) => `${userId} ${how}`).toSorted()).toEqual(
    [`${me} changed`, `${ann} changed`].toSorted(),
  );
});
