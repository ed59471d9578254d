import type { PayoutDecision, PayoutStatus } from '@adda/contract/wallet';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { SealedPayee } from '../payees/payees.repository.ts';
import type { PayoutsTable } from './payouts.tables.ts';

/** A request for payout with its owner, and where the money goes as far as they have said it. */
export type PayoutRow = Omit<Selectable<PayoutsTable>, 'hold_transfer_id'> & {
  readonly username: string;
  readonly is_suspended: boolean;
  readonly email: string | null;
  readonly payee_kind: SealedPayee['kind'] | null;
  readonly payee_sealed: string | null;
};

/** Who asks for a payout: nobody whose account is gone, and it stays until the transaction ends. */
export async function lockRequester(tx: Tx, userId: number): Promise<{ isVerified: boolean } | undefined> {
  const { rows } = await sql<{ isVerified: boolean }>`
    SELECT email_verified_at IS NOT NULL AS "isVerified" FROM users
    WHERE id = ${userId} AND deleted_at IS NULL AND NOT is_guest FOR KEY SHARE`.execute(tx);
  return rows[0];
}

/** Stores a request that waits; false where one waits already, also when both come at once (SV-91). */
export async function insertPayout(
  tx: Tx,
  { payoutId, userId, amount }: { payoutId: string; userId: number; amount: number },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO payouts (payout_id, user_id, amount) VALUES (${payoutId}, ${userId}, ${amount})
    ON CONFLICT (user_id) WHERE status = 'pending' DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Notes what the coins that were held are made of, as the ledger took them. */
export async function noteParts(tx: Tx, payoutId: string, transferId: number): Promise<void> {
  await sql`
    UPDATE payouts SET hold_transfer_id = ${transferId}, bought = held.bought, earned = held.earned, given = held.given
    FROM (
      SELECT coalesce(sum(amount) FILTER (WHERE account = 'held_bought'), 0) AS bought,
        coalesce(sum(amount) FILTER (WHERE account = 'held_earned'), 0) AS earned,
        coalesce(sum(amount) FILTER (WHERE account = 'held_given'), 0) AS given
      FROM ledger_entries WHERE transfer_id = ${transferId}
    ) held
    WHERE payout_id = ${payoutId}`.execute(tx);
}

/** Which requests a list has, and in which order. */
export type PayoutFilter = {
  readonly userId?: number;
  readonly status?: PayoutStatus | undefined;
  readonly order: 'newest' | 'oldest';
  readonly skip: number;
  readonly limit: number;
};

/** One of a page's rows, or nothing but the number of all where the page is beyond the end. */
type Counted = { readonly total: number } & (PayoutRow | { readonly payout_id: null });

/** A page of requests (SV-92, SV-93), and how many there are. */
export async function listPayouts(
  db: Queryable,
  { userId, status, order, skip, limit }: PayoutFilter,
): Promise<{ payouts: PayoutRow[]; total: number }> {
  const direction = order === 'newest' ? sql`DESC` : sql`ASC`;
  const conditions = [
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ];
  const chosen = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``;
  const { rows } = await sql<Counted>`
    SELECT counted.total, payout.* FROM (SELECT count(*) AS total FROM payouts ${chosen}) counted
    LEFT JOIN (
      ${SELECTED} WHERE payouts.id IN (
        SELECT id FROM payouts ${chosen} ORDER BY id ${direction} OFFSET ${skip} LIMIT ${limit}
      )
    ) payout ON true
    ORDER BY payout.id ${direction}`.execute(db);
  const payouts = rows.flatMap((row) => (row.payout_id === null ? [] : [row]));
  return { payouts, total: rows[0]?.total ?? 0 };
}

const SELECTED = sql`
  SELECT payouts.id, payouts.payout_id, payouts.user_id, payouts.amount, payouts.bought, payouts.earned, payouts.given,
    payouts.status, payouts.note, payouts.reference, payouts.created_at, payouts.decided_at,
    users.username, users.suspended_at IS NOT NULL AS is_suspended, users.email, payees.kind AS payee_kind, payees.sealed AS payee_sealed
  FROM payouts JOIN users ON users.id = payouts.user_id LEFT JOIN payees ON payees.user_id = payouts.user_id`;

export async function findPayout(db: Queryable, payoutId: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`${SELECTED} WHERE payouts.payout_id = ${payoutId}`.execute(db);
  return rows[0];
}

/** The same, locked until the transaction ends, so that it is decided once. */
export async function lockPayout(tx: Tx, payoutId: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    ${SELECTED} WHERE payouts.payout_id = ${payoutId} FOR UPDATE OF payouts`.execute(tx);
  return rows[0];
}

/** Notes a decision; what it does not say stays as it was said before. */
export async function decidePayout(
  tx: Tx,
  id: number,
  { status, note, reference }: PayoutDecision,
): Promise<void> {
  await sql`
    UPDATE payouts SET status = ${status}, decided_at = now(), note = coalesce(${note ?? null}, note),
      reference = coalesce(${reference ?? null}, reference)
    WHERE id = ${id}`.execute(tx);
}

/** Whether money is on its way to somebody, or may be (SV-13). */
export async function hasOpenPayout(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payouts WHERE user_id = ${userId} AND status IN ('pending', 'approved') LIMIT 1`.execute(tx);
  return rows.length > 0;
}
