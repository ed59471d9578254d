import { sql, type Kysely } from 'kysely';

/**
 * Gifts in rooms; the coins are in the ledger. Users and rooms are stored by id without foreign keys, which
 * would lock their rows in another order than deleting an account does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE gifts (
      gift_id text PRIMARY KEY,
      conversation_id bigint NOT NULL,
      sender_id bigint NOT NULL,
      recipient_id bigint NOT NULL,
      gift_type text NOT NULL,
      client_gift_id text,
      transfer_id bigint NOT NULL CONSTRAINT gifts_transfer_id_key UNIQUE REFERENCES ledger_transfers (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (sender_id <> recipient_id)
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX gifts_once ON gifts (sender_id, client_gift_id) WHERE client_gift_id IS NOT NULL`.execute(
    db,
  );
}
