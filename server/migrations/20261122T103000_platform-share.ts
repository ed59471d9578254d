import { sql, type Kysely } from 'kysely';

/**
 * The platform's share of each sale is recorded in the ledger, in a separate account; for earlier sales,
 * the part that is left of it. An order has a column for the amount that a dispute took back, apart from
 * refunds (SV-78).
 */
// contracts: unused since 0.1: the narrower list of accounts; whatever the version before writes is in the wider one
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check, DROP CONSTRAINT ledger_entries_check`.execute(
    db,
  );
  await sql`
    ALTER TABLE ledger_entries
      ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('platform', 'fees', 'bought', 'earned', 'given',
        'held_bought', 'held_earned', 'held_given', 'debt')),
      ADD CONSTRAINT ledger_entries_check CHECK ((account IN ('platform', 'fees')) = (user_id IS NULL))`.execute(
    db,
  );
  await sql`
    WITH shares AS (
      SELECT 'sale-fee:' || gateway || ':' || order_id AS cause, gross - net - (refunded_gross - taken_back) AS amount
      FROM sales
    ), entered AS (
      INSERT INTO ledger_transfers (cause, fingerprint, kind)
      SELECT cause, 'entered by a migration', 'sale_fee' FROM shares WHERE amount <> 0 RETURNING id, cause
    )
    INSERT INTO ledger_entries (transfer_id, line, account, amount)
    SELECT entered.id, side.line, side.account, side.sign * shares.amount FROM entered JOIN shares USING (cause)
    CROSS JOIN (VALUES (1, 'platform', -1), (2, 'fees', 1)) AS side (line, account, sign)`.execute(db);
  await sql`
    ALTER TABLE payment_orders ADD COLUMN disputed bigint NOT NULL DEFAULT 0 CHECK (disputed BETWEEN 0 AND amount)`.execute(
    db,
  );
}
