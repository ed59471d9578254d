import { sql, type Kysely } from 'kysely';

/** The currency that a user reads money in; null until they choose one (HM-16). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN currency text CHECK (currency IN ('INR', 'USD'))`.execute(db);
}
