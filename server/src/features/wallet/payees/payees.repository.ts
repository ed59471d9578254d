import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Database, Queryable, Tx } from '../../../platform/database/index.ts';
import type { PayeesTable } from './payees.tables.ts';

/** A payee as it is stored. */
export type SealedPayee = Pick<Selectable<PayeesTable>, 'user_id' | 'kind' | 'sealed'>;

export async function findPayee(db: Queryable, userId: number): Promise<SealedPayee | undefined> {
  return db
    .selectFrom('payees')
    .select(['user_id', 'kind', 'sealed'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores somebody's payee instead of an earlier one; false where their account is gone. */
export async function savePayee({ db }: Database, payee: SealedPayee): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO payees (user_id, kind, sealed)
    SELECT id, ${payee.kind}, ${payee.sealed} FROM users
    WHERE id = ${payee.user_id} AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, sealed = excluded.sealed, updated_at = now()`.execute(
    db,
  );
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

export async function deletePayee(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('payees').where('user_id', '=', userId).execute();
}
