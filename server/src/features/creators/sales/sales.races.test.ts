import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually } from '../../rooms/rooms.fixture.ts';
import { startSales } from './sales.fixture.ts';

it('R-01, R-09: under any concurrency the subscriber count matches the subscriptions, and the ledger is consistent', async () => {
  const { poster, sell, order, pay, verify, refund, client, endExpired, subscribe, ...more } =
    await startSales({
      LOG_LEVEL: 'info',
    });
  const ann = await poster();
  const planId = await sell(ann);
  const people = await Promise.all(Array.from({ length: 10 }, () => poster()));
  for (const person of people.slice(0, 4)) await subscribe(person, ann, { days: -1 });
  const orders = await Promise.all(
    people.flatMap((person) =>
      [0, 1].map(async () => ({ person, ordered: (await order(person, planId)).data })),
    ),
  );
  const query = { creator: ann.username };
  await Promise.all([
    endExpired(3),
    ...orders.map(async ({ person, ordered }, index) => {
      await verify(person, ordered, await pay(ordered.order_id));
      if (index % 5 === 0) await client('POST /subscriptions/unsubscribe', { query }, person);
      if (index % 7 === 0) await refund(ordered.order_id);
      if (index === 13) await client('DELETE /users/me', { body: { password: PASSWORD } }, person);
    }),
  ]);
  await eventually(async () => {
    const { rows } = await sql<{ over: number; running: number }>`
      SELECT count(*) FILTER (WHERE expires_at <= now()) AS over, count(DISTINCT subscriber_id) AS running
      FROM subscriptions WHERE creator_id = ${ann.userId} AND activated_at IS NOT NULL AND ended_at IS NULL`.execute(
      more.database.db,
    );
    expect(rows[0]?.over).toBe(0);
    expect(await more.subscribersOf(ann)).toBe(rows[0]?.running);
  });
  // Of twenty sales of 449 coins three were refunded.
  expect(await more.earnedBy(ann)).toBe(7633);
  await more.checkLedger();
});
