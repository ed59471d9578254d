import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually } from '../rooms/rooms.fixture.ts';
import { startPush } from './push.fixture.ts';

/** Starts the application of the file with an administrator who announces, and nothing that was announced before. */
async function startAnnouncing() {
  const fixture = await startPush();
  const { client, admin, person, browserOf, db } = fixture;
  await sql`DELETE FROM announcements`.execute(db);
  const boss = await admin();
  return {
    ...fixture,
    announce: async (text: string, startsAt?: Date) => {
      const body = { text, tone: 'info' as const, ...(startsAt && { starts_at: startsAt.toISOString() }) };
      return (await client('POST /admin/announcements', { body }, boss)).data.announcement.announcement_id;
    },
    /** A user with a browser, who is told of announcements in these ways. */
    async reader(ways: { push?: boolean; in_app?: boolean }) {
      const someone = await person();
      const browser = await browserOf(someone);
      const body = { notifications: { announcement: ways } };
      expect((await client('PATCH /users/settings', { body }, someone)).status).toBe(200);
      return browser;
    },
    settled: () =>
      eventually(async () => {
        const { rows } = await sql<{ count: number }>`
          SELECT (SELECT count(*) FROM push_deliveries)::int
            + (SELECT count(*) FROM pgboss.job WHERE name = 'push.announcement' AND state < 'completed'
                AND start_after <= now())::int AS count`.execute(db);
        expect(rows[0]?.count).toBe(0);
      }),
  };
}

it('PN-03, NT-03: an announcement is pushed to those who switched it on, and to nobody else', async () => {
  const { announce, reader, settled } = await startAnnouncing();
  const wants = await reader({ push: true });
  const others = [await reader({}), await reader({ push: true, in_app: false })];
  const id = await announce('We move to a new house tonight');
  await eventually(() => expect(wants.received).toHaveLength(1));
  await settled();
  expect(wants.received[0]?.payload).toMatchObject({
    kind: 'announcement',
    tag: id,
    body: 'We move to a new house tonight',
    count: 1,
  });
  expect(others.flatMap(({ received }) => received)).toEqual([]);
});

it('PN-03: a planned announcement is pushed when it begins, unless it was ended before', async () => {
  const { announce, reader, settled, client, db, admin } = await startAnnouncing();
  const wants = await reader({ push: true });
  const later = new Date(Date.now() + 3_600_000);
  const [ended] = [await announce('Never', later), await announce('Now it is time', later)];
  const params = { announcement_id: ended };
  await client('DELETE /admin/announcements/:announcement_id', { params }, await admin());
  await settled();
  expect(wants.received).toEqual([]);
  await sql`UPDATE announcements SET starts_at = now() WHERE text = 'Now it is time'`.execute(db);
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'push.announcement' AND state < 'active'`.execute(
    db,
  );
  await eventually(() => expect(wants.received).toHaveLength(1));
  await settled();
  expect(wants.received.map(({ payload }) => payload.body)).toEqual(['Now it is time']);
});
