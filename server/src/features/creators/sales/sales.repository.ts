import { sql, type Insertable } from 'kysely';
import type { Tx, Queryable } from '../../../platform/database/index.ts';
import type { SalesTable } from '../creators.tables.ts';
import type { OrderedSubscription } from '../subscriptions.repository.ts';
import { INDIA } from './sales.policy.ts';

/** A sale, in hundredths of a coin; `paidAmount` in minor units as charged by the provider. */
export type Sale = {
  readonly id: number;
  /** The row id of the subscription. */
  readonly subscription: number;
  readonly creatorId: number;
  readonly subscriberId: number;
  readonly planName: string;
  readonly paidAmount: number;
  readonly gross: number;
  readonly net: number;
  readonly transferId: number | null;
  readonly refundedGross: number;
  readonly takenBack: number;
};

/** Inserts a sale. */
export async function insertSale(tx: Tx, sale: Insertable<SalesTable>): Promise<void> {
  await tx.insertInto('sales').values(sale).execute();
}

/** Returns the sale of a subscription's public id; undefined if there is none. */
export async function findSale(tx: Tx, subscriptionId: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`
    SELECT sales.id, subscriptions.id AS subscription, sales.creator_id AS "creatorId",
      subscriptions.subscriber_id AS "subscriberId", plans.name AS "planName", sales.paid_amount AS "paidAmount",
      sales.gross, sales.net, sales.transfer_id AS "transferId", sales.refunded_gross AS "refundedGross",
      sales.taken_back AS "takenBack"
    FROM sales JOIN subscriptions ON subscriptions.id = sales.subscription_id JOIN plans ON plans.id = sales.plan_id
    WHERE subscriptions.subscription_id = ${subscriptionId}`.execute(tx);
  return rows[0];
}

/** Stores the total refunded amounts of a sale. */
export async function storeRefundTotals(
  tx: Tx,
  id: number,
  refund: { readonly amount: number; readonly gross: number; readonly takenBack: number },
): Promise<void> {
  await tx
    .updateTable('sales')
    .set({ refunded_amount: refund.amount, refunded_gross: refund.gross, taken_back: refund.takenBack })
    .where('id', '=', id)
    .execute();
}

/** One party of a sale. */
export type Party = { readonly username: string; readonly isGone: boolean };

/** Locks both parties of a sale, so that neither account is deleted until the transaction ends. */
export async function lockParties(
  tx: Tx,
  { creatorId, subscriberId }: Pick<OrderedSubscription, 'creatorId' | 'subscriberId'>,
): Promise<{ readonly creator: Party; readonly subscriber: Party }> {
  const { rows } = await sql<Party & { id: number }>`
    SELECT id, username, deleted_at IS NOT NULL AS "isGone" FROM users
    WHERE id = ANY (${[creatorId, subscriberId]}::bigint[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  const partyOf = (userId: number): Party => {
    const party = rows.find(({ id }) => id === userId);
    if (!party) throw new Error('Accounts are never removed, only emptied');
    return party;
  };
  return { creator: partyOf(creatorId), subscriber: partyOf(subscriberId) };
}

/**
 * A user's subscription state with a creator. `isCounted`: counted as a subscriber, also if it expired and was not
 * ended yet.
 */
type SubscriptionState = { readonly isCounted: boolean; readonly isActive: boolean };

/** Returns the subscription state of two users; the caller holds the lock on the creator's totals. */
export async function readSubscriptionState(
  tx: Tx,
  { creatorId, subscriberId }: Pick<OrderedSubscription, 'creatorId' | 'subscriberId'>,
): Promise<SubscriptionState> {
  const { rows } = await sql<SubscriptionState>`
    SELECT count(*) > 0 AS "isCounted", coalesce(bool_or(expires_at > now()), false) AS "isActive"
    FROM subscriptions
    WHERE subscriber_id = ${subscriberId} AND creator_id = ${creatorId}
      AND activated_at IS NOT NULL AND ended_at IS NULL`.execute(tx);
  return rows[0] ?? { isCounted: false, isActive: false };
}

/**
 * Starts a paid subscription: for the days of its plan from now, or from the end of the user's current one. `isMoot`:
 * one of the accounts is deleted, so it ends at its start. Returns false if it was already started.
 */
export async function activate(
  tx: Tx,
  { id, creatorId, subscriberId, days }: OrderedSubscription,
  isMoot: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE subscriptions SET activated_at = now(), ended_at = CASE WHEN ${isMoot}::boolean THEN now() END,
      expires_at = make_interval(secs => ${days}::integer * 86400.0) + greatest(now(), (
        SELECT max(earlier.expires_at) FROM subscriptions earlier
        WHERE earlier.subscriber_id = ${subscriberId} AND earlier.creator_id = ${creatorId}
          AND earlier.activated_at IS NOT NULL AND earlier.ended_at IS NULL))
    WHERE id = ${id} AND activated_at IS NULL`.execute(tx);
  return numAffectedRows > 0n;
}

/** Sums of sales minus refunds, in hundredths of a coin. */
export type Sums = { readonly gross: number; readonly net: number; readonly count: number };

/** Sums of a day, of a plan, or, with neither, of all sales. */
type EarningsRow = Sums & {
  readonly day: string | null;
  readonly plan_id: string | null;
  readonly name: string | null;
};

/**
 * Returns a creator's sales between two times (the second exclusive), by day and by plan, plans with the highest
 * earnings first (SV-78).
 */
export async function sumSales(
  db: Queryable,
  creatorId: number,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<EarningsRow[]> {
  const { rows } = await sql<EarningsRow>`
    SELECT sums.day, plans.plan_id, plans.name, sums.gross, sums.net, sums.count FROM (
      SELECT sale.day, sale.plan_id, coalesce(sum(sale.gross - sale.refunded_gross), 0)::bigint AS gross,
        coalesce(sum(sale.net - sale.taken_back), 0)::bigint AS net,
        count(*) FILTER (WHERE sale.refunded_gross < sale.gross) AS count
      FROM (
        SELECT sales.*, to_char(sold_at AT TIME ZONE ${sql.lit(INDIA)}::interval, 'YYYY-MM-DD') AS day FROM sales
        WHERE creator_id = ${creatorId} AND sold_at >= ${from} AND sold_at < ${until}
      ) sale GROUP BY GROUPING SETS ((sale.day), (sale.plan_id), ())
    ) sums LEFT JOIN plans ON plans.id = sums.plan_id
    ORDER BY sums.gross DESC, sums.plan_id`.execute(db);
  return rows;
}
