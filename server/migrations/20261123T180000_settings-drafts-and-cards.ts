import { sql, type Kysely } from 'kysely';

/**
 * Settings, ticks, drafts, cards of links and forwarded messages (FT-03 to FT-06).
 *
 * `receipts` records up to which message a user had received or read a private chat, and since when: a message was read
 * at the time of the first row that reaches it. Messages before `receipts_began` have no such time. A draft for a private
 * chat without a message names the peer, because the conversation does not exist yet. `pending_previews` holds messages
 * whose first link has no card yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN tell_read boolean NOT NULL DEFAULT true,
      ADD COLUMN link_previews boolean NOT NULL DEFAULT true,
      ADD COLUMN name_when_forwarded boolean NOT NULL DEFAULT true`.execute(db);
  await sql`
    ALTER TABLE messages
      ADD COLUMN forwarded_from_id bigint,
      ADD COLUMN no_preview boolean`.execute(db);
  await sql`
    CREATE TABLE drafts (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      conversation_id bigint REFERENCES conversations (id) ON DELETE CASCADE,
      peer_id bigint REFERENCES users (id) ON DELETE CASCADE,
      text text NOT NULL,
      reply_sequence bigint,
      updated_at timestamptz(3) NOT NULL,
      UNIQUE (user_id, conversation_id),
      UNIQUE (user_id, peer_id),
      CHECK (num_nonnulls(conversation_id, peer_id) = 1)
    )`.execute(db);
  await sql`CREATE INDEX drafts_conversation ON drafts (conversation_id)`.execute(db);
  await sql`
    CREATE TABLE receipts (
      conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('delivered', 'read')),
      up_to_sequence bigint NOT NULL,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, conversation_id, kind, up_to_sequence)
    )`.execute(db);
  await sql`CREATE INDEX receipts_conversation ON receipts (conversation_id)`.execute(db);
  await sql`CREATE TABLE receipts_began (at timestamptz(3) NOT NULL DEFAULT now())`.execute(db);
  await sql`INSERT INTO receipts_began DEFAULT VALUES`.execute(db);
  await sql`
    CREATE TABLE message_previews (
      conversation_id bigint NOT NULL,
      sequence bigint NOT NULL,
      url text NOT NULL,
      title text NOT NULL,
      site text NOT NULL,
      image_id text,
      PRIMARY KEY (conversation_id, sequence),
      FOREIGN KEY (conversation_id, sequence) REFERENCES messages (conversation_id, sequence) ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX message_previews_image ON message_previews (image_id)`.execute(db);
  await sql`
    CREATE TABLE pending_previews (
      conversation_id bigint NOT NULL,
      sequence bigint NOT NULL,
      sender_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      url text NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (conversation_id, sequence),
      FOREIGN KEY (conversation_id, sequence) REFERENCES messages (conversation_id, sequence) ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX pending_previews_due ON pending_previews (due_at)`.execute(db);
  await sql`CREATE INDEX pending_previews_sender ON pending_previews (sender_id)`.execute(db);
  // For the question whether a user has ever whispered to another one in a room.
  await sql`
    CREATE INDEX messages_whispers ON messages (conversation_id, sender_id) WHERE recipient_ids IS NOT NULL`.execute(
    db,
  );
}
