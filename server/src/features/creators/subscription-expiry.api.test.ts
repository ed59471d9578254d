import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Poster } from '../feed/posts/posts.fixture.ts';
import { offerPlan } from './creators.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';
import { startSales } from './sales/sales.fixture.ts';

async function startOver() {
  const fixture = await startSales();
  const { db } = fixture.database;
  return {
    ...fixture,
    ann: await fixture.poster(),
    ben: await fixture.poster(),
    /** Returns the user's paid subscriptions: whether each ended, and whether at its expiry. */
    rowsOf: ({ userId }: Poster) =>
      sql<{ is_ended: boolean; in_time: boolean | null }>`
        SELECT ended_at IS NOT NULL AS is_ended, ended_at = expires_at AS in_time FROM subscriptions
        WHERE creator_id = ${userId} ORDER BY id`
        .execute(db)
        .then(({ rows }) => rows),
    /** Inserts many expired subscriptions of one user. */
    insertExpired: (subscriber: Poster, creator: Poster, count: number) =>
      sql`
        INSERT INTO subscriptions (subscription_id, subscriber_id, creator_id, plan_id, activated_at, expires_at)
        SELECT left('sub_' || md5(random()::text || n), 28), ${subscriber.userId}, ${creator.userId}, plans.id,
          now() - interval '2 days', now() - interval '1 day'
        FROM plans, generate_series(1, ${count}::integer) n WHERE plans.creator_id = ${creator.userId}`.execute(
        db,
      ),
  };
}

const OVER = { is_ended: true, in_time: true };
const RUNNING = { is_ended: false, in_time: null };

it("SV-76: an expired subscription ends at its expiry; the creator's count decreases by one, and both users are notified once", async () => {
  const { ann, ben, poster, subscribe, endExpired, rowsOf, subscribersOf, connectShells } = await startOver();
  const eve = await poster();
  await subscribe(ben, ann, { days: -1 });
  await subscribe(eve, ann);
  const received = await connectShells([ann, ben, eve]);
  expect(await subscribersOf(ann)).toBe(2);
  await endExpired(5);
  await eventually(async () => expect(await rowsOf(ann)).toEqual([OVER, RUNNING]));
  const payload = { creator: ann.username, subscriber: ben.username };
  await eventually(() => expect(received('subscriber_removed')).toEqual([[payload], [payload], []]));
  // Concurrent runs of the job have nothing left to do, so only the next subscription is announced.
  await subscribe(eve, ann, { days: -1 });
  await subscribe(await poster(), ann, { days: -1 });
  await endExpired();
  await eventually(async () => expect(await rowsOf(ann)).toEqual([OVER, RUNNING, OVER, OVER]));
  await eventually(() => expect(received('subscriber_removed')[0]).toHaveLength(2));
  expect(received('subscriber_removed').slice(1)).toEqual([[payload], []]);
  expect(await subscribersOf(ann)).toBe(1);
});

it('SV-76: a user who bought again before the job ran stays subscribed', async () => {
  const { ann, ben, sell, buy, subscribe, endExpired, rowsOf, subscribersOf, connectShells } =
    await startOver();
  const planId = await sell(ann);
  await subscribe(ben, ann, { days: -1 });
  await buy(ben, planId);
  const received = await connectShells([ben]);
  await endExpired();
  await eventually(async () => expect(await rowsOf(ann)).toEqual([OVER, RUNNING]));
  expect([await subscribersOf(ann), received('subscriber_removed')]).toEqual([1, [[]]]);
});

it('SV-75, SV-76: ending a subscription next to an expired one decrements the count once', async () => {
  const { ann, ben, poster, client, subscribe, endExpired, rowsOf, subscribersOf } = await startOver();
  await subscribe(await poster(), ann);
  await subscribe(ben, ann, { days: -1 });
  await subscribe(ben, ann);
  const query = { creator: ann.username };
  expect((await client('POST /subscriptions/unsubscribe', { query }, ben)).status).toBe(200);
  expect(await subscribersOf(ann)).toBe(1);
  const [, over] = await rowsOf(ann);
  expect(over).toEqual(OVER);
  const kim = await poster();
  await subscribe(kim, ann, { days: -1 });
  await endExpired();
  await eventually(async () => expect((await rowsOf(ann)).at(-1)).toEqual(OVER));
  expect(await subscribersOf(ann)).toBe(1);
});

it('SV-76: with many batches, each user decrements the count once', async () => {
  const {
    ann,
    ben,
    poster,
    sell,
    subscribe,
    insertExpired,
    endExpired,
    rowsOf,
    subscribersOf,
    connectShells,
  } = await startOver();
  await sell(ann);
  await subscribe(await poster(), ann);
  await subscribe(ben, ann, { days: -1 });
  await insertExpired(ben, ann, 1200);
  const received = await connectShells([ben]);
  await endExpired(3);
  await eventually(async () => {
    const rows = await rowsOf(ann);
    expect(rows.filter(({ is_ended: isEnded }) => isEnded)).toHaveLength(1201);
  });
  await eventually(() =>
    expect(received('subscriber_removed')).toMatchObject([[{ subscriber: ben.username }]]),
  );
  expect(await subscribersOf(ann)).toBe(1);
});

it('SV-104: an unpaid subscription is deleted after its order, a paid one stays', async () => {
  const { ann, ben, poster, subscribe, order, database, app, rowsOf } = await startOver();
  await subscribe(ben, ann);
  const planId = await offerPlan(database, ann.userId);
  const ordered = async () => (await order(await poster(), planId)).data.subscription_id;
  const [forgotten, known, fresh] = [await ordered(), await ordered(), await ordered()];
  await sql`UPDATE subscriptions SET created_at = now() - interval '31 days'
    WHERE subscription_id IN (${forgotten}, ${known})`.execute(database.db);
  await sql`DELETE FROM payment_orders WHERE reference = ${forgotten}`.execute(database.db);
  expect(await rowsOf(ann)).toHaveLength(4);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'creators.abandoned-subscriptions', null));
  await eventually(async () => expect(await rowsOf(ann)).toHaveLength(3));
  const { rows } = await sql`SELECT FROM subscriptions WHERE subscription_id IN (${known}, ${fresh})`.execute(
    database.db,
  );
  expect(rows).toHaveLength(2);
});
