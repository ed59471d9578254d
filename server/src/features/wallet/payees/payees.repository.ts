import { sql, type Selectable, type Generated } from 'kysely';
import type { PayeeInput } from '@adda/contract/wallet';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** A payee as stored. */
export type SealedPayee = Pick<Selectable<PayeesTable>, 'user_id' | 'kind' | 'sealed'>;

/** A payee with the time of its last change; null if it is the user's first one. */
export type KnownPayee = SealedPayee & { readonly changed_at: Date | null };

export async function findPayee(db: Queryable, userId: number): Promise<KnownPayee | undefined> {
  const { rows } = await sql<KnownPayee>`
    SELECT user_id, kind, sealed, CASE WHEN updated_at > first_said_at THEN updated_at END AS changed_at
    FROM payees WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Inserts or replaces a user's payee. Returns the time of the change, null for the first payee. */
export async function savePayee(tx: Tx, { user_id, kind, sealed }: SealedPayee): Promise<Date | null> {
  const { rows } = await sql<{ changed_at: Date | null }>`
    INSERT INTO payees (user_id, kind, sealed) VALUES (${user_id}, ${kind}, ${sealed})
    ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, sealed = excluded.sealed,
      updated_at = greatest(now(), payees.first_said_at + interval '1 millisecond')
    RETURNING CASE WHEN updated_at > first_said_at THEN updated_at END AS changed_at`.execute(tx);
  return rows[0]?.changed_at ?? null;
}

export async function deletePayee(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('payees').where('user_id', '=', userId).execute();
}

/** Number of rows that are read at once to encrypt them anew. */
const SEALS_AT_ONCE = 200;

/** Returns stored payees in the order of their users, after a user or from the first one. */
export async function listSealedPayees(db: Queryable, afterUserId: number): Promise<SealedPayee[]> {
  return db
    .selectFrom('payees')
    .select(['user_id', 'kind', 'sealed'])
    .where('user_id', '>', afterUserId)
    .orderBy('user_id')
    .limit(SEALS_AT_ONCE)
    .execute();
}

/** Replaces how a payee is encrypted, which is no change of the payee. Returns false if it was changed since it was read. */
export async function replacePayeeSeal(
  db: Queryable,
  { user_id: userId, sealed: old }: SealedPayee,
  sealed: string,
): Promise<boolean> {
  const { numUpdatedRows: updated } = await db
    .updateTable('payees')
    .set({ sealed })
    .where('user_id', '=', userId)
    .where('sealed', '=', old)
    .executeTakeFirst();
  return updated > 0n;
}

/** The payee that a payout request keeps, as stored. */
export type SealedRequest = { readonly id: number; readonly user_id: number; readonly payee_sealed: string };

/** Returns payout requests with a payee in the order of their ids, after one or from the first one. */
export async function listSealedRequests(db: Queryable, afterId: number): Promise<SealedRequest[]> {
  return db
    .selectFrom('payouts')
    .select(['id', 'user_id', 'payee_sealed'])
    .where('id', '>', afterId)
    .where('payee_sealed', 'is not', null)
    .orderBy('id')
    .limit(SEALS_AT_ONCE)
    .$narrowType<{ payee_sealed: string }>()
    .execute();
}

/** Replaces how the payee of a payout request is encrypted. Returns false if it was changed since it was read. */
export async function replaceRequestSeal(
  db: Queryable,
  { id, payee_sealed: old }: SealedRequest,
  sealed: string,
): Promise<boolean> {
  const { numUpdatedRows: updated } = await db
    .updateTable('payouts')
    .set({ payee_sealed: sealed })
    .where('id', '=', id)
    .where('payee_sealed', '=', old)
    .executeTakeFirst();
  return updated > 0n;
}

/** A user's payee; name and account are encrypted in `sealed`. */
type PayeesTable = {
  user_id: number;
  kind: PayeeInput['kind'];
  sealed: string;
  updated_at: Generated<Date>;
  /** When the user first set a payee; earlier than `updated_at` if it was changed since. */
  first_said_at: Generated<Date>;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    payees: PayeesTable;
  }
}
