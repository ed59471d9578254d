import { sql, type Kysely } from 'kysely';

/**
 * Personal invitations that have expired are looked for each minute (GR-02), and gifts of a room when it ends for somebody, so that
 * both go from open lists of the activity (NT-02).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX room_invites_expiring ON room_invites (expires_at) WHERE recipient_id IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX gifts_conversation ON gifts (conversation_id)`.execute(db);
}
