import { sql, type Kysely } from 'kysely';

/**
 * Private chats: conversations of the kind 'direct' between two users, found by the pair. Messages that a user
 * deletes only for themselves are listed beside the messages; deleting everything is a position in the member's
 * row. `unread_whispers` holds the whispers of rooms that a user has not read, so that counting them never
 * reads the room. `open_chats` holds, for each node, which user has which chat open: meanwhile incoming
 * messages count as read (SV-46). Unlogged: after a crash no chat is open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE direct_conversations (
      conversation_id bigint PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
      low_id bigint NOT NULL REFERENCES users (id),
      high_id bigint NOT NULL REFERENCES users (id),
      UNIQUE (low_id, high_id),
      CHECK (low_id < high_id)
    )`.execute(db);
  await sql`ALTER TABLE conversation_members ADD COLUMN cleared_to bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`
    CREATE TABLE hidden_messages (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      sequence bigint NOT NULL,
      hidden_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (user_id, conversation_id, sequence)
    )`.execute(db);
  await sql`ALTER TABLE message_deletions ADD COLUMN hidden_for bigint`.execute(db);
  await sql`
    CREATE TABLE unread_whispers (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      sequence bigint NOT NULL,
      sender_id bigint NOT NULL,
      PRIMARY KEY (user_id, conversation_id, sequence)
    )`.execute(db);
  await sql`
    CREATE UNLOGGED TABLE open_chats (
      user_id bigint NOT NULL,
      peer_id bigint NOT NULL,
      node_id text NOT NULL,
      open_until timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, peer_id, node_id)
    ) WITH (fillfactor = 50)`.execute(db);
  await replaceAppendMessages(db);
}

/** Each draft with its outcome. `drafts` and `shunned` are defined in the statement below. */
const judged = sql`
        SELECT drafts.*, head.last_sequence, head.last_message_at, shunned.people AS hidden_from,
               earlier.sequence AS first_sequence, earlier.created_at AS first_created_at,
               CASE WHEN head.id IS NULL THEN 'no_conversation'
                    WHEN earlier.sequence IS NOT NULL THEN 'repeated'
                    WHEN drafts.sender_id IS NOT NULL AND member.user_id IS NULL THEN 'not_a_member'
                    WHEN peer.id = ANY (shunned.people) OR drafts.recipients && shunned.people THEN 'blocked'
                    WHEN NOT peer.is_available OR peer.deleted_at IS NOT NULL OR peer.suspended_at IS NOT NULL
                      THEN 'unavailable'
                    ELSE 'stored' END AS status
        FROM drafts
        LEFT JOIN conversations head ON head.id = drafts.conversation_id
        LEFT JOIN conversation_members member
          ON member.conversation_id = drafts.conversation_id AND member.user_id = drafts.sender_id
        LEFT JOIN messages earlier
          ON earlier.conversation_id = drafts.conversation_id AND earlier.sender_id = drafts.sender_id
          AND earlier.client_message_id = drafts.client_message_id
        LEFT JOIN direct_conversations pair
          ON pair.conversation_id = drafts.conversation_id
        LEFT JOIN users peer
          ON peer.id = CASE drafts.sender_id WHEN pair.low_id THEN pair.high_id WHEN pair.high_id THEN pair.low_id END
        LEFT JOIN shunned ON shunned.sender_id = drafts.sender_id`;

/**
 * `append_messages` as before, and also:
 * - `blocked`: the sender and the other user of a private chat, or a user named by a whisper, have a block;
 * - `unavailable`: the other user of a private chat accepts no messages or deleted their account;
 * - `hidden_from`: all users who have a block with the sender, or null; the publication skips them;
 * - a whisper is stored as unread for each of its recipients in the same commit.
 */
async function replaceAppendMessages(db: Kysely<unknown>): Promise<void> {
  await sql`DROP FUNCTION append_messages(bigint[], bigint[], text[], text[], text[], text[], text[], text[])`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION append_messages(
      conversation_ids bigint[], sender_ids bigint[], client_message_ids text[], contents text[],
      image_urls text[], image_ids text[], youtube_urls text[], recipient_lists text[]
    ) RETURNS TABLE (status text, sequence bigint, created_ms bigint, hidden_from bigint[])
    LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off
    SET enable_mergejoin = off
    AS $$
    #variable_conflict use_column
    DECLARE
      present timestamptz;
    BEGIN
      PERFORM FROM conversations WHERE id = ANY (conversation_ids) ORDER BY id FOR NO KEY UPDATE;
      present := date_trunc('milliseconds', clock_timestamp());
      RETURN QUERY
      WITH drafts AS (
        SELECT conversation_id, sender_id, client_message_id, content, image_url, image_id, youtube_url,
               recipient_list::bigint[] AS recipients, place
        FROM unnest(conversation_ids, sender_ids, client_message_ids, contents,
                    image_urls, image_ids, youtube_urls, recipient_lists)
          WITH ORDINALITY AS given (conversation_id, sender_id, client_message_id, content,
                                    image_url, image_id, youtube_url, recipient_list, place)
      ), shunned AS MATERIALIZED (
        SELECT sender.id AS sender_id,
               ARRAY(SELECT blocked_id FROM blocks WHERE blocker_id = sender.id
                     UNION SELECT blocker_id FROM blocks WHERE blocked_id = sender.id) AS people
        FROM (SELECT DISTINCT unnest(sender_ids) AS id) sender
        WHERE EXISTS (SELECT FROM blocks WHERE blocker_id = sender.id)
           OR EXISTS (SELECT FROM blocks WHERE blocked_id = sender.id)
      ), judged AS (${judged}
      ), ranked AS (
        SELECT judged.*,
               row_number() OVER (PARTITION BY judged.conversation_id, judged.status ORDER BY judged.place) AS rank
        FROM judged
      ), numbered AS MATERIALIZED (
        SELECT ranked.*,
               CASE ranked.status WHEN 'stored' THEN ranked.last_sequence + ranked.rank
                                  ELSE ranked.first_sequence END AS sequence,
               CASE ranked.status
                 WHEN 'stored' THEN greatest(present, ranked.last_message_at + interval '1 millisecond')
                                    + (ranked.rank - 1) * interval '1 millisecond'
                 ELSE ranked.first_created_at END AS created_at
        FROM ranked
      ), added AS (
        INSERT INTO messages (conversation_id, sequence, sender_id, client_message_id, content,
                              image_url, image_id, youtube_url, recipient_ids, created_at)
        SELECT conversation_id, sequence, sender_id, client_message_id, content,
               image_url, image_id, youtube_url, recipients, created_at
        FROM numbered WHERE status = 'stored'
      ), whispered AS (
        INSERT INTO unread_whispers (user_id, conversation_id, sequence, sender_id)
        SELECT DISTINCT reader.id, numbered.conversation_id, numbered.sequence, numbered.sender_id
        FROM numbered CROSS JOIN LATERAL unnest(numbered.recipients) AS reader (id)
        WHERE numbered.status = 'stored' AND numbered.recipients IS NOT NULL
          AND reader.id <> numbered.sender_id
      ), heads AS (
        UPDATE conversations head SET last_sequence = newest.sequence, last_message_at = newest.created_at
        FROM (
          SELECT conversation_id, max(sequence) AS sequence, max(created_at) AS created_at
          FROM numbered WHERE status = 'stored' GROUP BY conversation_id
        ) newest
        WHERE head.id = newest.conversation_id
      )
      SELECT numbered.status, numbered.sequence, (extract(epoch FROM numbered.created_at) * 1000)::bigint,
             numbered.hidden_from
      FROM numbered ORDER BY numbered.place;
    END $$`.execute(db);
}
