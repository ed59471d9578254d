import { sql, type Kysely } from 'kysely';

/**
 * When the owner of a session proved last that the account is theirs (ID-03). Null where that was before this column was
 * there, which is asked for again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN proven_at timestamptz(3)`.execute(db);
}
