import { sql, type Kysely } from 'kysely';

/**
 * Deleting messages. `revision` counts the deletions of a conversation, so that a client can request those that
 * it missed. Everything up to `cleared_to` was deleted at once, without changing a row of the
 * history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE conversations
      ADD COLUMN revision bigint NOT NULL DEFAULT 0,
      ADD COLUMN cleared_to bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`ALTER TABLE messages ADD COLUMN deleted_by bigint`.execute(db);
  await sql`
    CREATE TABLE message_deletions (
      conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      revision bigint NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (conversation_id, revision, sequence)
    )`.execute(db);
}
