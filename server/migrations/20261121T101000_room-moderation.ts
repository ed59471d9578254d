import { sql, type Kysely } from 'kysely';

/** Grants of moderators and bans in rooms. A grant ends with the membership (SV-28). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE room_grants (
      conversation_id bigint NOT NULL,
      user_id bigint NOT NULL,
      permission text NOT NULL CHECK (permission IN ('can_kick', 'can_ban')),
      granted_by bigint REFERENCES users (id) ON DELETE SET NULL,
      granted_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (conversation_id, user_id, permission),
      FOREIGN KEY (conversation_id, user_id)
        REFERENCES conversation_members (conversation_id, user_id) ON DELETE CASCADE
    )`.execute(db);
  await sql`
    CREATE TABLE room_bans (
      conversation_id bigint NOT NULL REFERENCES rooms (conversation_id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      banned_by bigint REFERENCES users (id) ON DELETE SET NULL,
      banned_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (conversation_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX room_bans_user ON room_bans (user_id)`.execute(db);
}
