import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';

const freshId = () => randomBytes(12).toString('hex');

/** Returns the id of the user with this name. */
export async function userIdOf({ db }: Database, { username }: { username: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is nobody called ${username}`);
  return row.id;
}

/** Inserts and counts a plan by SQL. Returns its public id. */
export async function offerPlan(
  { db }: Database,
  creatorId: number,
  { cents = 499, days = 30, name = 'Everything' }: { cents?: number; days?: number; name?: string } = {},
): Promise<string> {
  const planId = `plan_${freshId()}`;
  await sql`
    INSERT INTO plans (plan_id, creator_id, name, amount_cents, validity_days)
    VALUES (${planId}, ${creatorId}, ${name}, ${cents}, ${days})`.execute(db);
  await sql`
    INSERT INTO creator_totals (user_id, plans) VALUES (${creatorId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET plans = creator_totals.plans + 1`.execute(db);
  return planId;
}

/**
 * Inserts and counts a paid subscription by SQL. Returns the public id of its plan: the creator's cheapest, or a new
 * one. By default it runs for 30 days from now; with negative `days` it has expired, and stays counted until the hourly
 * job ends it. `ended`: it was revoked, and is not counted.
 */
export async function subscribe(
  database: Database,
  subscriberId: number,
  creatorId: number,
  { days = 30, ended = false }: { days?: number; ended?: boolean } = {},
): Promise<string> {
  const { rows } = await sql<{ plan_id: string }>`
    SELECT plan_id FROM plans WHERE creator_id = ${creatorId} AND archived_at IS NULL
    ORDER BY amount_cents, id LIMIT 1`.execute(database.db);
  const planId = rows[0]?.plan_id ?? (await offerPlan(database, creatorId));
  const { rows: made } = await sql<{ is_first: boolean }>`
    INSERT INTO subscriptions (subscription_id, subscriber_id, creator_id, plan_id, activated_at, expires_at, ended_at)
    SELECT ${`sub_${freshId()}`}, ${subscriberId}, ${creatorId}, id, now() - interval '1 year',
      now() + make_interval(secs => ${days * 86_400}), ${ended ? sql`now()` : null}
    FROM plans WHERE plan_id = ${planId}
    RETURNING ended_at IS NULL AND NOT EXISTS (
      SELECT FROM subscriptions earlier
      WHERE earlier.subscriber_id = ${subscriberId} AND earlier.creator_id = ${creatorId}
        AND earlier.activated_at IS NOT NULL AND earlier.ended_at IS NULL) AS is_first`.execute(database.db);
  if (made[0]?.is_first)
    await sql`
      INSERT INTO creator_totals (user_id, subscribers) VALUES (${creatorId}, 1)
      ON CONFLICT (user_id) DO UPDATE SET subscribers = creator_totals.subscribers + 1`.execute(database.db);
  return planId;
}

/** Returns the number of subscribers counted for a creator. */
export async function subscribersOf({ db }: Database, creatorId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('creator_totals')
    .select('subscribers')
    .where('user_id', '=', creatorId)
    .executeTakeFirst();
  return row?.subscribers;
}
