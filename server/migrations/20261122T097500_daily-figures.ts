import { sql, type Kysely } from 'kysely';

/**
 * Figures of the dashboard, one value for each day (UTC) and name. `messages_total` counts all messages ever
 * sent, as of the end of its day: the messages of a day are the difference. Messages from before the first
 * figure belong to no day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE daily_figures (
      day date NOT NULL,
      name text NOT NULL,
      value bigint NOT NULL,
      PRIMARY KEY (day, name)
    )`.execute(db);
  await sql`
    INSERT INTO daily_figures (day, name, value)
    SELECT (now() AT TIME ZONE 'UTC')::date - 1, 'messages_total', coalesce(sum(last_sequence), 0)
    FROM conversations`.execute(db);
  await sql`CREATE INDEX users_created ON users (created_at)`.execute(db);
  await sql`CREATE INDEX posts_created ON posts (created_at)`.execute(db);
  await sql`CREATE INDEX reports_created ON reports (created_at)`.execute(db);
  await sql`CREATE INDEX reports_decided ON reports (decided_at) WHERE decided_at IS NOT NULL`.execute(db);
  await sql`CREATE INDEX payment_orders_paid ON payment_orders (paid_at) WHERE paid_at IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE INDEX ledger_transfers_figures ON ledger_transfers (kind, created_at)
    WHERE kind IN ('recharge', 'gift', 'payout_paid')`.execute(db);
}
