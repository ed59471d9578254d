import { sql, type Kysely } from 'kysely';

/** The country of a login, where a trusted proxy names it (ID-05); null otherwise, and for older sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$')`.execute(db);
}
