import { sql, type Kysely } from 'kysely';

/**
 * The last mail to each user about what they missed (NT-05). The row decides: at most one mail a day, over all nodes. The index
 * finds the few users who asked for mails.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE missed_mails (
      user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      told_at timestamptz(3) NOT NULL,
      since timestamptz(3) NOT NULL,
      mail_id text
    )`.execute(db);
  await sql`
    CREATE INDEX users_mailed ON users (id)
    WHERE email_verified_at IS NOT NULL AND jsonb_path_exists(notifications, '$.*.email ? (@ == true)')`.execute(
    db,
  );
}
