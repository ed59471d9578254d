-- Stores up to which sequence users have received or read private chats (FT-03). Returns a row for each of the given marks,
-- without those of unknown pairs, deleted users, pairs with a block, and users to whom the peer is a stranger: of a request
-- nothing is recorded until it is accepted (MR-01).
--
-- A mark is stored at the newest message of the peer that it covers, and only if it goes beyond the marks that are there.
-- Of the own messages after it at most a hundred are passed over; beyond that the mark is stored where it was given.
--
-- sequence: where the mark was stored; null if nothing is new.
-- delivered_at: when the message at `sequence` had been received before.
-- is_told: both users tell what they have read.
--
-- Plans are fixed to indexes, because a plan made while the tables were empty would be kept.
CREATE OR REPLACE FUNCTION store_receipts(user_ids bigint[], peer_ids bigint[], kinds text[], up_tos bigint[])
 RETURNS TABLE(user_id bigint, peer_id bigint, kind text, up_to bigint, sequence bigint, at timestamptz, delivered_at timestamptz, username text, is_told boolean)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT given.user_id, given.peer_id, given.kind, given.up_to, pair.conversation_id, person.username,
           person.tell_read AND peer.tell_read AS is_told,
           greatest(
             (SELECT mark.up_to_sequence FROM receipts mark
              WHERE mark.user_id = given.user_id AND mark.conversation_id = pair.conversation_id AND mark.kind = 'read'
              ORDER BY mark.up_to_sequence DESC LIMIT 1),
             CASE given.kind WHEN 'delivered' THEN
               (SELECT mark.up_to_sequence FROM receipts mark
                WHERE mark.user_id = given.user_id AND mark.conversation_id = pair.conversation_id
                  AND mark.kind = 'delivered'
                ORDER BY mark.up_to_sequence DESC LIMIT 1) END,
             0) AS known_to
    FROM unnest(user_ids, peer_ids, kinds, up_tos) AS given (user_id, peer_id, kind, up_to)
    JOIN direct_conversations pair
      ON pair.low_id = least(given.user_id, given.peer_id) AND pair.high_id = greatest(given.user_id, given.peer_id)
    JOIN users person ON person.id = given.user_id AND person.deleted_at IS NULL
    JOIN users peer ON peer.id = given.peer_id
    WHERE NOT EXISTS (
      SELECT FROM blocks WHERE blocker_id = given.user_id AND blocked_id = given.peer_id
    ) AND NOT EXISTS (
      SELECT FROM blocks WHERE blocker_id = given.peer_id AND blocked_id = given.user_id
    ) AND (
      CASE given.user_id WHEN pair.low_id THEN pair.accepted_by_low ELSE pair.accepted_by_high END
      OR NOT is_stranger(given.peer_id, given.user_id)
    )
  ), due AS MATERIALIZED (
    SELECT asked.*,
           greatest(date_trunc('milliseconds', clock_timestamp()), newest.created_at) AS at,
           coalesce(newest.sequence, CASE WHEN asked.up_to - asked.known_to > 100 THEN asked.up_to END) AS sequence
    FROM asked
    LEFT JOIN LATERAL (
      SELECT m.sequence, m.created_at
      FROM (
        SELECT stored.sequence, stored.sender_id, stored.created_at FROM messages stored
        WHERE stored.conversation_id = asked.conversation_id AND stored.sequence <= asked.up_to
          AND stored.sequence > asked.known_to
        ORDER BY stored.sequence DESC LIMIT 100
      ) m
      WHERE m.sender_id = asked.peer_id
      LIMIT 1
    ) newest ON true
  ), stored AS (
    INSERT INTO receipts (user_id, conversation_id, kind, up_to_sequence, at)
    SELECT due.user_id, due.conversation_id, due.kind, due.sequence, due.at FROM due
    WHERE due.sequence IS NOT NULL
    ORDER BY due.user_id, due.conversation_id, due.kind, due.sequence
    ON CONFLICT DO NOTHING
  )
  SELECT due.user_id, due.peer_id, due.kind, due.up_to,
         due.sequence, due.at,
         (SELECT mark.at FROM receipts mark
          WHERE mark.user_id = due.user_id AND mark.conversation_id = due.conversation_id AND mark.kind = 'delivered'
            AND mark.up_to_sequence >= due.sequence
          ORDER BY mark.up_to_sequence LIMIT 1),
         due.username, due.is_told
  FROM due;
END $$;
