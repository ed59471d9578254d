import { sql, type Kysely } from 'kysely';

/** Finds the room of a picture: for the data copy and the deletion of the account that uploaded it (GR-01). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX rooms_picture ON rooms (picture_url) WHERE picture_url IS NOT NULL`.execute(db);
}
