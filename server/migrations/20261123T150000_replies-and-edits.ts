import { sql, type Kysely } from 'kysely';

/**
 * Replies, mentions and edits of messages (RY, MN, ED). `message_replies` finds the replies to a message without an index
 * over all messages, which would take long to build. `message_versions` holds the former texts of edited messages: each row
 * is the text that the edit with this revision replaced, and since when it had stood there (ED-04).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE messages
      ADD COLUMN reply_sequence bigint,
      ADD COLUMN mention_ids bigint[],
      ADD COLUMN edited_at timestamptz(3)`.execute(db);
  await sql`
    CREATE TABLE message_replies (
      conversation_id bigint NOT NULL,
      original_sequence bigint NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (conversation_id, original_sequence, sequence),
      FOREIGN KEY (conversation_id, sequence) REFERENCES messages (conversation_id, sequence) ON DELETE CASCADE
    )`.execute(db);
  // Finds the row when its message is purged.
  await sql`CREATE INDEX message_replies_reply ON message_replies (conversation_id, sequence)`.execute(db);
  await sql`
    CREATE TABLE unread_mentions (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      sequence bigint NOT NULL,
      PRIMARY KEY (user_id, conversation_id, sequence)
    )`.execute(db);
  await sql`CREATE INDEX unread_mentions_message ON unread_mentions (conversation_id, sequence)`.execute(db);
  await sql`
    CREATE TABLE message_versions (
      conversation_id bigint NOT NULL,
      sequence bigint NOT NULL,
      revision bigint NOT NULL,
      content text NOT NULL,
      written_at timestamptz(3) NOT NULL,
      edit_key text,
      PRIMARY KEY (conversation_id, sequence, revision),
      UNIQUE (conversation_id, sequence, edit_key),
      FOREIGN KEY (conversation_id, sequence) REFERENCES messages (conversation_id, sequence) ON DELETE CASCADE
    )`.execute(db);
}
