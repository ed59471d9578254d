import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/** Interval between messages, so that the history spans months. */
const STEP_SECONDS = 90;

/** Returns the conversation of a room and the sequence of its last message, locked; undefined for an unknown room. */
export async function lockRoom(tx: Tx, groupId: string) {
  const { rows } = await sql<{ conversation_id: number; last_sequence: number }>`
    SELECT room.conversation_id, head.last_sequence
    FROM rooms room JOIN conversations head ON head.id = room.conversation_id
    WHERE room.group_id = ${groupId} FOR UPDATE`.execute(tx);
  return rows[0] && { conversationId: rows[0].conversation_id, lastSequence: rows[0].last_sequence };
}

/**
 * Inserts users with the password hash of an existing user, and adds all of them to a room. Existing usernames are
 * reused.
 */
export async function insertMembers(
  tx: Tx,
  conversationId: number,
  { names, passwordOf }: { names: readonly string[]; passwordOf: string },
): Promise<void> {
  await sql`
    INSERT INTO users (username, display_name, is_guest, email, password_hash, birth_date, sex, country, state)
    SELECT name, name, false, name || '@example.com', model.password_hash,
      date '1985-01-01' + (place * 13 % 6000)::integer, CASE place % 2 WHEN 0 THEN 'female' ELSE 'male' END,
      model.country, model.state
    FROM unnest(${names}::text[]) WITH ORDINALITY AS given (name, place)
    JOIN users model ON model.username = ${passwordOf}
    ON CONFLICT (username) DO NOTHING`.execute(tx);
  await sql`
    INSERT INTO conversation_members (conversation_id, user_id)
    SELECT ${conversationId}, person.id FROM users person WHERE person.username = ANY (${names})
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE rooms SET member_count = (
      SELECT count(*) FROM conversation_members member WHERE member.conversation_id = ${conversationId}
    ) WHERE conversation_id = ${conversationId}`.execute(tx);
}

/**
 * Fills an empty room with a long history: increasing sequences and times up to now, all members in turn, some messages
 * private, deleted, with a video or with an image that another message already uses.
 */
export async function insertHistory(
  tx: Tx,
  conversationId: number,
  { messages, lines, videoUrl }: { messages: number; lines: readonly string[]; videoUrl: string },
): Promise<void> {
  await sql`
    WITH room AS (
      SELECT array_agg(user_id ORDER BY user_id) AS members FROM conversation_members
      WHERE conversation_id = ${conversationId}
    ), used AS (
      SELECT coalesce(array_agg(id ORDER BY id), '{}') AS images FROM images WHERE used_at IS NOT NULL
    ), line AS (
      SELECT n, members, images, members[1 + n * 7919 % cardinality(members)] AS sender,
        members[1 + n * 104729 % cardinality(members)] AS recipient
      FROM room, used, generate_series(1, ${messages}::bigint) AS n
    )
    INSERT INTO messages (conversation_id, sequence, sender_id, client_message_id, content, image_id, youtube_url,
                          recipient_ids, created_at, deleted_at, deleted_by)
    SELECT ${conversationId}, n, sender, 'seed-crowd-' || n,
      (${lines}::text[])[1 + (n * 31 + n / 97) % cardinality(${lines}::text[])],
      CASE WHEN n % 60 = 30 AND cardinality(images) > 0 THEN images[1 + n / 60 % cardinality(images)] END,
      CASE WHEN n % 80 = 10 THEN ${videoUrl}::text END,
      CASE WHEN n % 40 = 20 THEN ARRAY[recipient] END,
      date_trunc('milliseconds', now()) - (${messages}::bigint - n) * make_interval(secs => ${STEP_SECONDS}),
      CASE WHEN n % 150 = 75 THEN now() END, CASE WHEN n % 150 = 75 THEN sender END
    FROM line ORDER BY n`.execute(tx);
  await sql`
    INSERT INTO conversation_changes (conversation_id, revision, sequence)
    SELECT conversation_id, row_number() OVER (ORDER BY sequence), sequence FROM messages
    WHERE conversation_id = ${conversationId} AND deleted_at IS NOT NULL`.execute(tx);
  await sql`
    UPDATE conversations head SET last_sequence = ${messages}, last_message_at = date_trunc('milliseconds', now()),
      revision = (SELECT count(*) FROM conversation_changes change WHERE change.conversation_id = head.id)
    WHERE head.id = ${conversationId}`.execute(tx);
  await sql`
    UPDATE rooms SET created_at = (
      SELECT min(created_at) FROM messages message WHERE message.conversation_id = ${conversationId}
    ) WHERE conversation_id = ${conversationId}`.execute(tx);
  await sql`ANALYZE messages, conversation_members, users`.execute(tx);
}
