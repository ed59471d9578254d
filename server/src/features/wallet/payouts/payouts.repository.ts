import type { PayoutDecision, PayoutStatus, PayeeInput } from '@adda/contract/wallet';
import { sql, type Selectable, type Generated } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { SealedPayee } from '../payees/payees.repository.ts';

/** A payout request with its owner, and its payee if already set. */
export type PayoutRow = Omit<Selectable<PayoutsTable>, 'hold_transfer_id'> & {
  readonly username: string;
  readonly is_suspended: boolean;
  readonly email: string | null;
  /** The username of `first_approved_by`; both are null if that user is no longer an administrator. */
  readonly first_approver: string | null;
};

/**
 * Locks the user row until the transaction ends, which serializes payout requests and payee changes of one user.
 * Undefined if the account is deleted.
 */
export async function lockRequester(tx: Tx, userId: number): Promise<{ isVerified: boolean } | undefined> {
  const { rows } = await sql<{ isVerified: boolean }>`
    SELECT email_verified_at IS NOT NULL AS "isVerified" FROM users
    WHERE id = ${userId} AND deleted_at IS NULL AND NOT is_guest FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

/** A payout request to insert; it keeps this payee, whatever changes later. */
type NewPayout = {
  readonly payoutId: string;
  readonly userId: number;
  /** Hundredths of a coin. */
  readonly amount: number;
  readonly payee: SealedPayee | undefined;
};

/** Inserts a pending request. Returns false if one is already pending, also under concurrency (SV-91). */
export async function insertPayout(tx: Tx, { payoutId, userId, amount, payee }: NewPayout): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO payouts (payout_id, user_id, amount, payee_kind, payee_sealed)
    VALUES (${payoutId}, ${userId}, ${amount}, ${payee?.kind ?? null}, ${payee?.sealed ?? null})
    ON CONFLICT (user_id) WHERE status = 'pending' DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Sets the user's first payee on the requests that were made before it. */
export async function fillPayee(tx: Tx, { user_id, kind, sealed }: SealedPayee): Promise<void> {
  await sql`
    UPDATE payouts SET payee_kind = ${kind}, payee_sealed = ${sealed}
    WHERE user_id = ${user_id} AND payee_sealed IS NULL AND status IN ('pending', 'approved')`.execute(tx);
}

/** Deletes the payees of rejected requests when the account is deleted; those of paid requests are kept (SV-104). */
export async function deleteRejectedPayees(tx: Tx, userId: number): Promise<void> {
  await sql`
    UPDATE payouts SET payee_kind = NULL, payee_sealed = NULL
    WHERE user_id = ${userId} AND status = 'rejected'`.execute(tx);
}

/** Stores the origins of the held coins, as the ledger took them. */
export async function storeParts(tx: Tx, payoutId: string, transferId: number): Promise<void> {
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

/** Filter and order of a list of requests. */
type PayoutFilter = {
  readonly userId?: number;
  readonly status?: PayoutStatus | undefined;
  readonly order: 'newest' | 'oldest';
  readonly skip: number;
  readonly limit: number;
};

/** A row of the page, or only the total number if the page is beyond the end. */
type Counted = { readonly total: number } & (PayoutRow | { readonly payout_id: null });

/** Returns a page of requests (SV-92, SV-93), and their total number. */
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
    users.username, users.suspended_at IS NOT NULL AS is_suspended, users.email,
    coalesce(payouts.payee_kind, payees.kind) AS payee_kind, coalesce(payouts.payee_sealed, payees.sealed) AS payee_sealed,
    approver.id AS first_approved_by, approver.username AS first_approver, payouts.first_approved_at
  FROM payouts JOIN users ON users.id = payouts.user_id
  -- Requests that the version before has stored keep none; a payee that was there before them is theirs.
  LEFT JOIN payees ON payees.user_id = payouts.user_id AND payees.updated_at <= payouts.created_at
  LEFT JOIN users approver ON approver.id = payouts.first_approved_by AND approver.role = 'admin'
    AND approver.suspended_at IS NULL AND approver.deleted_at IS NULL`;

export async function findPayout(db: Queryable, payoutId: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`${SELECTED} WHERE payouts.payout_id = ${payoutId}`.execute(db);
  return rows[0];
}

/** Locks a request until the transaction ends, so that it is decided once. */
export async function lockPayout(tx: Tx, payoutId: string): Promise<PayoutRow | undefined> {
  await sql`SELECT FROM payouts WHERE payout_id = ${payoutId} FOR UPDATE`.execute(tx);
  // Read after the lock: joined rows of the locking statement would be from an earlier snapshot.
  return findPayout(tx, payoutId);
}

/** Stores the first of two required approvals. */
export async function storeFirstApproval(
  tx: Tx,
  id: number,
  { actorId, note, reference }: Pick<PayoutDecision, 'note' | 'reference'> & { actorId: number },
): Promise<void> {
  await sql`
    UPDATE payouts SET first_approved_by = ${actorId}, first_approved_at = now(), note = coalesce(${note ?? null}, note),
      reference = coalesce(${reference ?? null}, reference)
    WHERE id = ${id}`.execute(tx);
}

/** Stores a decision; absent fields stay. */
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

/** Whether the user has a pending or approved payout (SV-13). */
export async function hasOpenPayout(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payouts WHERE user_id = ${userId} AND status IN ('pending', 'approved') LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** A payout request, in hundredths of a coin. The parts are the coins held for it, also after a release. */
type PayoutsTable = {
  id: Generated<number>;
  payout_id: string;
  user_id: number;
  amount: number;
  /** Null only until the coins are held, in the same transaction. */
  hold_transfer_id: number | null;
  bought: Generated<number>;
  earned: Generated<number>;
  given: Generated<number>;
  status: Generated<PayoutStatus>;
  note: string | null;
  reference: string | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
  /** The payee of the request, encrypted; null until the user has set one. */
  payee_kind: PayeeInput['kind'] | null;
  payee_sealed: string | null;
  /** The first approver of a large request, which stays pending until another administrator approves. */
  first_approved_by: number | null;
  first_approved_at: Date | null;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    payouts: PayoutsTable;
  }
}
