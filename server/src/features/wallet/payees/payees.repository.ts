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
