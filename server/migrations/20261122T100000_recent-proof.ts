import { sql, type Kysely } from 'kysely';

/**
 * When the owner of a session last proved that the account is theirs (ID-03). Null for sessions from before
 * this column: they have to prove it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN proven_at timestamptz(3)`.execute(db);
}
