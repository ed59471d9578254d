-- Stores the drafts of one group commit in one round trip, and returns one row per draft in their order (R-01, R-02, R-03).
-- Each array has one entry per draft; `recipient_lists` holds array literals such as '{1,2}'. A draft without a sender is a
-- system message. No two drafts of a call may have the same conversation, sender and client id. `extras` holds what few
-- messages have, as a JSON object per draft, or null; an empty array if no draft has any:
--   reply      sequence of the message that this one replies to (RY-01)
--   mentions   ids of the members whom a public message names (MN-01)
--   audio      id of a recording of the sender that was not sent yet (VM-01); it is marked as used in the same commit
--   forwarded  id of the author of the message that this one forwards (FT-06), whose recording may have been sent before
--   bare       true for a message whose links get no card (FT-05)
--
-- status:
--   stored           with its sequence and time
--   requested        the same, as a private message of a stranger, which the peer finds among the requests (MR-01)
--   unheard          the same, but the peer declined the sender's request and never sees the message (MR-02)
--   answered         stored as well: the first private message of the sender to the peer, who has written before
--   repeated         with those of the first message of this client id
--   not_a_member     the sender is not a member of the conversation
--   no_conversation  the conversation does not exist
--   suspended        the sender is suspended
--   blocked          sender and peer of a private chat, or a recipient of a whisper, have blocked each other
--   unavailable      the peer of a private chat takes no messages or is suspended or deleted (X-19), or the chat would
--                    begin with this message and the peer does not let the sender begin one (MR-03)
--   reply_not_found  the sender may not see the message that is replied to, or it is deleted, a notice or of a suspended
--                    user, or the reply to a whisper is for others than its sender and recipients (RY-01, RY-02)
--   audio_not_found  the recording is not the sender's, or was sent before (VM-01)
--   timed_out, slow_mode                         as `room_limits` says
--   stranger, request_too_long, awaiting_answer  as `stranger_contacts` says; for a whisper, of any of its recipients
-- hidden_from: users with whom the sender has a block in either direction; the publisher leaves them out (R-14).
-- quote: for a reply, {quote, sender_id, hidden_from}: the quote as the sender of the reply sees it (`quote_of`), the author
-- of the quoted message, and the members who may not see it.
-- had_draft: whether a draft of the sender was removed.
--
-- The messages of each conversation are noted in `unworded_messages` in the same commit; they get the words by which they are
-- found right after it (ADR 43). A whisper is recorded as unread for each of its recipients in the same commit (Q-12), and the
-- sender's draft for the conversation is removed (FT-04). A trigger (`note_message_links`) records replies by their original,
-- unread mentions, and used recordings. Extras are read in a statement of their own, so that messages without any cost nothing
-- more.
--
-- The heads of the conversations are locked in a statement of their own, ordered by id: two nodes wait for each other and
-- cannot deadlock, and the second statement has a snapshot newer than the locks. Plans are fixed to indexes, because a plan
-- made while the tables were empty would be kept.
CREATE OR REPLACE FUNCTION store_messages(conversation_ids bigint[], sender_ids bigint[], client_message_ids text[], contents text[], image_ids text[], youtube_urls text[], recipient_lists text[], extras text[])
 RETURNS TABLE(status text, sequence bigint, created_ms bigint, hidden_from bigint[], quote json, had_draft boolean)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $$
#variable_conflict use_column
DECLARE
  present timestamptz;
  reply_sequences bigint[] := '{}';
  mention_lists text[] := '{}';
  audio_ids text[] := '{}';
  author_ids bigint[] := '{}';
  are_bare boolean[] := '{}';
  refusals text[] := '{}';
  quotes json[] := '{}';
  has_open_requests boolean := false;
  has_room_limits boolean := false;
  limit_refusals text[] := '{}';
  hearings text[] := '{}';
  contact_places bigint[] := '{}';
  contact_recipients bigint[] := '{}';
  former_sequences bigint[] := '{}';
BEGIN
  PERFORM FROM conversations WHERE id = ANY (conversation_ids) ORDER BY id FOR NO KEY UPDATE;
  present := date_trunc('milliseconds', clock_timestamp());
  IF extras <> '{}' THEN
    PERFORM FROM recordings WHERE id IN (SELECT extra::jsonb ->> 'audio' FROM unnest(extras) AS given (extra))
    ORDER BY id FOR NO KEY UPDATE;
    SELECT array_agg(reply_sequence ORDER BY place), array_agg(mention_list ORDER BY place),
           array_agg(audio_id ORDER BY place),
           array_agg(author_id ORDER BY place), array_agg(is_bare ORDER BY place),
           array_agg(
             CASE
               WHEN reply_sequence IS NOT NULL AND (
                 original.quote IS NULL OR (original.quote ->> 'is_deleted')::boolean OR original.about_ids IS NOT NULL
                 OR original.is_of_suspended
                 OR original.recipient_ids IS NOT NULL
                   AND coalesce(NOT recipient_list::bigint[] <@ (original.recipient_ids || original.sender_id), true)
               ) THEN 'reply_not_found'
               WHEN audio_id IS NOT NULL AND author_id IS NULL AND (audio_place > 1 OR NOT EXISTS (
                 SELECT FROM recordings recording
                 WHERE recording.id = audio_id AND recording.owner_id = drafts.sender_id
                   AND recording.used_at IS NULL
               )) THEN 'audio_not_found' END
             ORDER BY place),
           array_agg(
             CASE WHEN original.quote IS NOT NULL
               THEN json_build_object('quote', original.quote, 'sender_id', original.sender_id,
                                      'hidden_from', original.hidden_from) END
             ORDER BY place)
    INTO reply_sequences, mention_lists, audio_ids, author_ids, are_bare, refusals, quotes
    FROM (
      SELECT conversation_id, sender_id, recipient_list, (extra::jsonb ->> 'reply')::bigint AS reply_sequence,
             translate(extra::jsonb ->> 'mentions', '[]', '{}') AS mention_list,
             extra::jsonb ->> 'audio' AS audio_id, (extra::jsonb ->> 'forwarded')::bigint AS author_id,
             (extra::jsonb ->> 'bare')::boolean AS is_bare,
             row_number() OVER (PARTITION BY extra::jsonb ->> 'audio' ORDER BY place) AS audio_place, place
      FROM unnest(conversation_ids, sender_ids, recipient_lists, extras)
        WITH ORDINALITY AS given (conversation_id, sender_id, recipient_list, extra, place)
    ) drafts
    LEFT JOIN LATERAL (
      SELECT replied.recipient_ids, replied.about_ids, replied.sender_id,
             quote_of(replied.conversation_id, replied.sequence, drafts.sender_id) AS quote,
             EXISTS (
               SELECT FROM users author WHERE author.id = replied.sender_id AND author.suspended_at IS NOT NULL
             ) AS is_of_suspended,
             ARRAY(
               SELECT member.user_id FROM (
                 SELECT blocked_id AS user_id FROM blocks WHERE blocker_id = replied.sender_id
                 UNION SELECT blocker_id FROM blocks WHERE blocked_id = replied.sender_id
               ) blocked
               JOIN conversation_members member
                 ON member.conversation_id = replied.conversation_id AND member.user_id = blocked.user_id
               UNION SELECT peer.user_id FROM conversations head
               JOIN conversation_members peer
                 ON peer.conversation_id = head.id AND peer.user_id <> drafts.sender_id
               WHERE head.id = replied.conversation_id AND head.kind = 'direct'
                 AND quote_of(replied.conversation_id, replied.sequence, peer.user_id) IS NULL
             ) AS hidden_from
      FROM messages replied
      WHERE replied.conversation_id = drafts.conversation_id AND replied.sequence = drafts.reply_sequence
    ) original ON true;
  END IF;
  -- Most commits concern neither strangers nor limited rooms; these lookups are all that they pay. A private message
  -- concerns them if its sender has not accepted the chat, which writing does, or is a stranger to the reader.
  has_open_requests := array_remove(recipient_lists, NULL) <> '{}' OR EXISTS (
    SELECT FROM direct_conversations pair
    WHERE pair.conversation_id = ANY (conversation_ids) AND NOT (pair.accepted_by_low AND pair.accepted_by_high)
  ) AND EXISTS (
    SELECT FROM unnest(conversation_ids, sender_ids) AS given (conversation_id, sender_id)
    JOIN direct_conversations pair ON pair.conversation_id = given.conversation_id
    WHERE NOT (pair.accepted_by_low AND pair.accepted_by_high)
      AND CASE given.sender_id
        WHEN pair.low_id THEN NOT pair.accepted_by_low OR is_stranger(pair.low_id, pair.high_id)
        WHEN pair.high_id THEN NOT pair.accepted_by_high OR is_stranger(pair.high_id, pair.low_id) END
  );
  has_room_limits := EXISTS (SELECT FROM conversations WHERE id = ANY (conversation_ids) AND slow_mode_s > 0)
    OR EXISTS (SELECT FROM room_timeouts WHERE conversation_id = ANY (conversation_ids) AND until > present);
  IF has_open_requests THEN
    WITH contact AS MATERIALIZED (
      SELECT * FROM stranger_contacts(conversation_ids, sender_ids, client_message_ids, contents, image_ids,
                                      youtube_urls, recipient_lists, extras)
    ), by_draft AS (
      SELECT given.place, min(contact.refusal) AS refusal,
             CASE WHEN bool_or(contact.is_private)
               THEN CASE WHEN bool_or(contact.is_declined) THEN 'unheard' ELSE 'requested' END END AS hearing
      FROM generate_subscripts(conversation_ids, 1) AS given (place)
      LEFT JOIN contact ON contact.place = given.place
      GROUP BY given.place
    )
    SELECT array_agg(refusal ORDER BY place), array_agg(hearing ORDER BY place),
           (SELECT coalesce(array_agg(contact.place), '{}') FROM contact),
           (SELECT coalesce(array_agg(contact.recipient_id), '{}') FROM contact)
    INTO limit_refusals, hearings, contact_places, contact_recipients
    FROM by_draft;
  END IF;
  IF has_room_limits THEN
    SELECT array_agg(coalesce(limited.refusal, limit_refusals[given.place]) ORDER BY given.place)
    INTO limit_refusals
    FROM generate_subscripts(conversation_ids, 1) AS given (place)
    LEFT JOIN room_limits(conversation_ids, sender_ids, present) limited ON limited.place = given.place;
  END IF;
  IF has_open_requests OR has_room_limits THEN
    SELECT array_agg(head.last_sequence ORDER BY given.place) INTO former_sequences
    FROM unnest(conversation_ids) WITH ORDINALITY AS given (conversation_id, place)
    LEFT JOIN conversations head ON head.id = given.conversation_id;
  END IF;
  RETURN QUERY
  WITH drafts AS (
    SELECT conversation_id, sender_id, client_message_id, content, image_id, youtube_url,
           recipient_list::bigint[] AS recipients, reply_sequence, mention_list, audio_id, author_id, is_bare,
           coalesce(limit_refusal, refusal) AS refusal, hearing, quote, place
    FROM unnest(conversation_ids, sender_ids, client_message_ids, contents, image_ids, youtube_urls, recipient_lists,
                reply_sequences, mention_lists, audio_ids, author_ids, are_bare, refusals, limit_refusals, hearings,
                quotes)
      WITH ORDINALITY AS given (conversation_id, sender_id, client_message_id, content, image_id, youtube_url,
                                recipient_list, reply_sequence, mention_list, audio_id, author_id, is_bare,
                                refusal, limit_refusal, hearing, quote, place)
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
                  OR (has_open_requests AND NOT pair.accepted_by_low AND NOT pair.accepted_by_high
                      AND NOT may_begin_chat(drafts.sender_id, peer.id))
                  THEN 'unavailable'
                WHEN drafts.refusal IS NOT NULL THEN drafts.refusal
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
                          image_id, audio_id, youtube_url, recipient_ids, reply_sequence, mention_ids,
                          forwarded_from_id, no_preview, created_at)
    SELECT conversation_id, sequence, sender_id, client_message_id, content,
           image_id, audio_id, youtube_url, recipients, reply_sequence, mention_list::bigint[],
           author_id, is_bare, created_at
    FROM numbered WHERE status = 'stored'
  ), unworded AS (
    INSERT INTO unworded_messages (conversation_id, from_sequence, to_sequence)
    SELECT conversation_id, min(sequence), max(sequence) FROM numbered
    WHERE status = 'stored' AND sender_id IS NOT NULL GROUP BY conversation_id
  ), removed_drafts AS (
    DELETE FROM drafts draft USING numbered
    WHERE numbered.status = 'stored' AND draft.user_id = numbered.sender_id
      AND draft.conversation_id = numbered.conversation_id
    RETURNING draft.user_id, draft.conversation_id
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
  SELECT CASE numbered.status
           WHEN 'stored' THEN coalesce(
             numbered.hearing,
             CASE WHEN has_open_requests AND EXISTS (
               SELECT FROM direct_conversations pair
               WHERE pair.conversation_id = numbered.conversation_id
                 AND CASE numbered.sender_id
                   WHEN pair.low_id THEN pair.accepted_by_high AND NOT pair.accepted_by_low
                   WHEN pair.high_id THEN pair.accepted_by_low AND NOT pair.accepted_by_high END
             ) THEN 'answered' END,
             'stored')
           ELSE numbered.status END,
         numbered.sequence, (extract(epoch FROM numbered.created_at) * 1000)::bigint,
         numbered.hidden_from, numbered.quote,
         EXISTS (
           SELECT FROM removed_drafts draft
           WHERE draft.user_id = numbered.sender_id AND draft.conversation_id = numbered.conversation_id
         )
  FROM numbered ORDER BY numbered.place;
  -- Apart from the statement above, in which each of these writes would cost every commit something.
  IF has_open_requests OR has_room_limits THEN
    WITH stored AS MATERIALIZED (
      SELECT given.place, message.conversation_id, message.sender_id, message.sequence
      FROM unnest(conversation_ids, sender_ids, client_message_ids, former_sequences)
        WITH ORDINALITY AS given (conversation_id, sender_id, client_message_id, former_sequence, place)
      JOIN messages message
        ON message.conversation_id = given.conversation_id AND message.sender_id = given.sender_id
        AND message.client_message_id = given.client_message_id AND message.sequence > given.former_sequence
    ), contact AS MATERIALIZED (
      SELECT stored.*, reached.recipient_id
      FROM unnest(contact_places, contact_recipients) AS reached (place, recipient_id)
      JOIN stored ON stored.place = reached.place
    ), counted_texts AS (
      UPDATE private_requests request SET texts = request.texts + written.texts
      FROM (
        SELECT contact.sender_id, contact.recipient_id, count(*) AS texts
        FROM contact GROUP BY contact.sender_id, contact.recipient_id
      ) written
      WHERE request.sender_id = written.sender_id AND request.recipient_id = written.recipient_id
    ), hidden AS (
      INSERT INTO hidden_messages (user_id, conversation_id, sequence)
      SELECT contact.recipient_id, contact.conversation_id, contact.sequence
      FROM contact WHERE hearings[contact.place] = 'unheard'
    ), accepted AS (
      UPDATE direct_conversations pair
      SET accepted_by_low = pair.accepted_by_low OR pair.low_id = ANY (written.sender_ids),
          accepted_by_high = pair.accepted_by_high OR pair.high_id = ANY (written.sender_ids)
      FROM (
        SELECT stored.conversation_id, array_agg(stored.sender_id) AS sender_ids FROM stored
        WHERE has_open_requests GROUP BY stored.conversation_id
      ) written
      WHERE pair.conversation_id = written.conversation_id
        AND (NOT pair.accepted_by_low AND pair.low_id = ANY (written.sender_ids)
             OR NOT pair.accepted_by_high AND pair.high_id = ANY (written.sender_ids))
    )
    INSERT INTO room_turns (conversation_id, user_id, taken_at)
    SELECT DISTINCT stored.conversation_id, stored.sender_id, present
    FROM stored JOIN conversations head ON head.id = stored.conversation_id AND head.slow_mode_s > 0
    ON CONFLICT (conversation_id, user_id) DO UPDATE SET taken_at = excluded.taken_at;
  END IF;
END $$;
