import { sql, type Kysely } from 'kysely';

/** The notifications of the last 180 days as activity, so that it holds from the beginning what was said before (NT-01). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, actor_id, opened_at, happened_at, is_read)
    SELECT told.id, told.user_id,
      CASE WHEN told.kind IN ('invite', 'export_ready') THEN told.kind ELSE 'moderation' END,
      CASE told.kind WHEN 'invite' THEN 'group' ELSE 'report' END,
      told.id, inviter.id, told.created_at, told.created_at, told.read_at IS NOT NULL
    FROM notifications told
    LEFT JOIN users inviter ON told.kind = 'invite' AND inviter.username = told.about AND inviter.deleted_at IS NULL
    WHERE told.created_at > now() - interval '180 days'
      AND NOT EXISTS (SELECT FROM activity_items item WHERE item.user_id = told.user_id AND item.subject_id = told.id)`.execute(
    db,
  );
}
