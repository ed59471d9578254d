-- Called only by nodes of the version before `store_messages`, while an installation is updated (ADR 31). A job adds the
-- words by which its messages are found (ADR 43).
--
-- Stores the drafts of one group commit in one round trip, and returns one row per draft in their order (R-01, R-02, R-03).
-- Each array has one entry per draft; `recipient_lists` holds array literals such as '{1,2}'. A draft without a sender is a
-- system message. No two drafts of a call may have the same conversation, sender and client id.
--
-- status:
--   stored           with its sequence and time
--   repeated         with those of the first message of this client id
--   not_a_member     the sender is not a member of the conversation
--   no_conversation  the conversation does not exist
--   suspended        the sender is suspended
--   blocked          sender and peer of a private chat, or a recipient of a whisper, have blocked each other
--   unavailable      the peer of a private chat takes no messages or is suspended or deleted (X-19)
-- hidden_from: users with whom the sender has a block in either direction; the publisher leaves them out (R-14).
--
-- A whisper is recorded as unread for each of its recipients in the same commit (Q-12).
--
-- The heads of the conversations are locked in a statement of their own, ordered by id: two nodes wait for each other and
-- cannot deadlock, and the second statement has a snapshot newer than the locks. Plans are fixed to indexes, because a plan
-- made while the tables were empty would be kept.
CREATE OR REPLACE FUNCTION append_messages(conversation_ids bigint[], sender_ids bigint[], client_message_ids text[], contents text[], image_urls text[], image_ids text[], youtube_urls text[], recipient_lists text[])
 RETURNS TABLE(status text, sequence bigint, created_ms bigint, hidden_from bigint[])
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
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
  ), blocked_users AS MATERIALIZED (
    SELECT sender.id AS sender_id,
           ARRAY(SELECT blocked_id FROM blocks WHERE blocker_id = sender.id
                 UNION SELECT blocker_id FROM blocks WHERE blocked_id = sender.id) AS user_ids
    FROM (SELECT DISTINCT unnest(sender_ids) AS id) sender
    WHERE EXISTS (SELECT FROM blocks WHERE blocker_id = sender.id)
       OR EXISTS (SELECT FROM blocks WHERE blocked_id = sender.id)
  ), judged AS (
    SELECT drafts.*, head.last_sequence, head.last_message_at, blocked_users.user_ids AS hidden_from,
           earlier.sequence AS first_sequence, earlier.created_at AS first_created_at,
           CASE WHEN head.id IS NULL THEN 'no_conversation'
                WHEN earlier.sequence IS NOT NULL THEN 'repeated'
                WHEN EXISTS (
                  SELECT FROM users sender WHERE sender.id = drafts.sender_id AND sender.suspended_at IS NOT NULL
                ) THEN 'suspended'
                WHEN drafts.sender_id IS NOT NULL AND member.user_id IS NULL THEN 'not_a_member'
                WHEN peer.id = ANY (blocked_users.user_ids) OR drafts.recipients && blocked_users.user_ids THEN 'blocked'
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
    LEFT JOIN blocked_users ON blocked_users.sender_id = drafts.sender_id
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
  ), unworded AS (
    INSERT INTO unworded_messages (conversation_id, from_sequence, to_sequence)
    SELECT conversation_id, sequence, sequence FROM numbered WHERE status = 'stored' AND sender_id IS NOT NULL
  ), whispered AS (
    INSERT INTO unread_whispers (user_id, conversation_id, sequence, sender_id)
    SELECT DISTINCT reader.id, numbered.conversation_id, numbered.sequence, numbered.sender_id
    FROM numbered CROSS JOIN LATERAL unnest(numbered.recipients) AS reader (id)
    WHERE numbered.status = 'stored' AND numbered.recipients IS NOT NULL
      AND reader.id <> numbered.sender_id
  ), moved_heads AS (
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
END $$;
