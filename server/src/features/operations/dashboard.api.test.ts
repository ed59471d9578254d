import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually, startRooms, type Person } from '../rooms/rooms.fixture.ts';
import { giveCoins } from '../wallet/wallet.fixture.ts';

/**
 * Starts an application in which nothing is counted yet: its own when settings are given, otherwise that of the file.
 */
async function startDashboard(settings?: Record<string, string>) {
  const fixture = await startRooms(settings);
  const { client, database, app } = fixture;
  const boss = await fixture.admin();
  return {
    ...fixture,
    boss,
    read: (days?: number, by: Person = boss) => client('GET /admin/dashboard', { query: { days } }, by),
    /** Runs the hourly job and waits for its end. */
    async count() {
      const queued = () =>
        sql<{ left: number }>`
          SELECT count(*) AS left FROM pgboss.job
          WHERE name = 'operations.daily-figures' AND state <= 'active'`.execute(database.db);
      await database.transaction((tx) => app.jobs.enqueue(tx, 'operations.daily-figures', null));
      await eventually(async () => expect((await queued()).rows).toEqual([{ left: 0 }]));
    },
    /** Moves all figures and registrations `days` days into the past. */
    async moveBack(days: number) {
      await sql`UPDATE daily_figures SET day = day - ${sql.lit(days)}`.execute(database.db);
      await sql`UPDATE users SET created_at = created_at - make_interval(days => ${sql.lit(days)})`.execute(
        database.db,
      );
    },
    idOf: async ({ username }: Person) => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
        database.db,
      );
      return rows[0]?.id ?? 0;
    },
  };
}

it('counts users, messages, posts and reports of today, and reports the current server state', async () => {
  const { person, roomOf, connect, client, database, idOf, read, boss } = await startDashboard({});
  const { creator, groupId } = await roomOf(2);
  const ann = await person();
  const room = await connect(creator, groupId);
  for (const text of ['one', 'two', 'three']) await room.send(text);
  const report = { reported_username: ann.username, reason: 'Rude words all day' };
  expect((await client('POST /users/report', { body: report }, creator)).data).toBeTruthy();
  await sql`
    INSERT INTO posts (media_id, author_id, caption, visibility, is_locked)
    SELECT repeat('a', 24), ${await idOf(ann)}, 'Hello', 'public', false`.execute(database.db);

  const { days, now } = (await read(7)).data;
  expect(days).toHaveLength(7);
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
  expect(days.at(-1)).toEqual({
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    new_people: 3,
    new_guests: 2,
    active_people: 5,
    messages: 3,
    posts: 1,
    reports: 1,
    decisions: 0,
    coins_bought: 0,
    coins_gifted: 0,
    coins_paid_out: 0,
    paid_orders: 0,
    revenue_cents: 0,
  });
  expect(days[0]).toMatchObject({ new_people: 0, messages: 0 });
  expect(now).toMatchObject({
    people: 3,
    guests: 2,
    online: 1,
    rooms: 1,
    open_reports: 1,
    overdue_reports: 0,
    open_appeals: 0,
    open_flags: 0,
    waiting_payouts: 0,
    waiting_referrals: 0,
    suspended_people: 0,
    failed_jobs: 0,
    connections: 1,
  });
  for (const figure of [now.database_bytes, now.memory_bytes]) expect(figure).toBeGreaterThan(1_000_000);

  // Pending work is counted on every request; sizes at most once a minute.
  await sql`UPDATE reports SET clock_from = clock_from - interval '25 hours'`.execute(database.db);
  await person();
  expect((await read(7, boss)).data.now).toMatchObject({
    overdue_reports: 1,
    overdue_by_category: { threat: 0, intimate_image: 0, scam: 0, other: 1 },
    people: 3,
  });
});

it('counts coins bought, gifted and paid out, and revenue in cents', async () => {
  const { person, idOf, database, read, app } = await startDashboard();
  const ann = await person();
  const userId = await idOf(ann);
  await giveCoins(database, userId, 5, 'bought');
  expect(app.url).not.toBe('');
  const transfer = (kind: string, amount: number) => sql`
    WITH made AS (
      INSERT INTO ledger_transfers (cause, fingerprint, kind) VALUES (${`test:${kind}`}, 'x', ${kind}) RETURNING id
    )
    INSERT INTO ledger_entries (transfer_id, line, account, user_id, amount)
    SELECT id, 1, 'bought', ${userId}::bigint, ${amount}::bigint FROM made
    UNION ALL SELECT id, 2, 'platform', NULL, -${amount}::bigint FROM made`;
  for (const [kind, amount] of [
    ['recharge', 12_345],
    ['gift', 700],
    ['payout_paid', -9900],
    ['visit', 100],
  ] as const)
    await transfer(kind, amount).execute(database.db);
  for (const [n, currency, amount] of [
    [1, 'USD', 999],
    [2, 'INR', 8500],
  ] as const)
    await sql`
      INSERT INTO payment_orders (gateway, order_id, purpose, user_id, reference, amount, currency, status, payment_id, paid_at)
      VALUES ('paypal', ${`o${n}`}, 'recharge', ${userId}, ${`r${n}`}, ${amount}, ${currency}, 'paid', ${`p${n}`}, now())`.execute(
      database.db,
    );
  expect((await read(1)).data.days).toEqual([
    expect.objectContaining({
      coins_bought: 123.45,
      coins_gifted: 7,
      coins_paid_out: 99,
      paid_orders: 2,
      revenue_cents: 1099,
    }),
  ]);
});

it('the hourly job counts past days, including missed ones, and counts nothing twice', async () => {
  const { roomOf, guest, connect, count, moveBack, read, database, idOf } = await startDashboard({});
  const { creator, groupId } = await roomOf(1);
  const room = await connect(creator, groupId);
  await room.send('one');
  await count();
  await count();
  // Simulates that this was three days ago and the job has not run since.
  await moveBack(3);
  const late = await idOf(await guest());
  await sql`UPDATE users SET created_at = created_at - interval '1 day' WHERE id = ${late}`.execute(
    database.db,
  );
  await room.send('two');
  await room.send('three');
  await count();
  const { days } = (await read(5)).data;
  expect(days.map(({ messages }) => messages)).toEqual([0, 1, 0, 0, 2]);
  expect(days.map(({ new_guests: guests }) => guests)).toEqual([0, 1, 0, 1, 0]);
  expect(days.map(({ new_people: people }) => people)).toEqual([0, 2, 0, 0, 0]);
});

it('R-13: only global admins can read the dashboard', async () => {
  const { person, guest, read } = await startDashboard();
  for (const by of [await person(), await guest()]) expect((await read(7, by)).error.code).toBe('admin_only');
  expect((await read(366)).status).toBe(422);
});
