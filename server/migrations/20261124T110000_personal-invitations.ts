import { sql, type Kysely } from 'kysely';

// contracts: unused since 0.1: the narrower list of kinds of notifications; the wider list contains every kind that the previous version writes
/**
 * Notifications about personal invitations (GR-02). Rows of `room_invites` are deleted when an invitation is revoked or ends;
 * its notification goes with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notifications
      ADD COLUMN group_id text,
      ADD COLUMN invite_code text REFERENCES room_invites (code) ON DELETE CASCADE`.execute(db);
  await sql`
    CREATE INDEX notifications_invite ON notifications (invite_code) WHERE invite_code IS NOT NULL`.execute(
    db,
  );
  await sql`ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check`.execute(db);
  await sql`
    ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
      CHECK (kind IN ('warning', 'content_removed', 'suspension_ended', 'report_decided', 'appeal_decided',
        'export_ready', 'report_looked_at', 'invite'))`.execute(db);
}
