-- Returns the drafts of one group commit that the limits of their rooms refuse (GR-03). The arguments are those of
-- `store_messages`, and the time of the commit.
--
-- refusal:
--   timed_out  a moderator has taken the right to write from the sender for a time
--   slow_mode  slow mode is on, the sender is no moderator and has written or given less than its seconds ago
CREATE OR REPLACE FUNCTION room_limits(conversation_ids bigint[], sender_ids bigint[], present timestamptz)
 RETURNS TABLE(place bigint, refusal text)
 LANGUAGE sql
 STABLE
AS $$
  SELECT given.place, CASE WHEN timeout.user_id IS NOT NULL THEN 'timed_out' ELSE 'slow_mode' END
  FROM (
    SELECT *, row_number() OVER (PARTITION BY conversation_id, sender_id ORDER BY place) AS turn
    FROM unnest(conversation_ids, sender_ids) WITH ORDINALITY AS draft (conversation_id, sender_id, place)
    WHERE sender_id IS NOT NULL
  ) given
  JOIN conversations head ON head.id = given.conversation_id
  LEFT JOIN room_timeouts timeout
    ON timeout.conversation_id = given.conversation_id AND timeout.user_id = given.sender_id
    AND timeout.until > present
  LEFT JOIN room_turns latest
    ON latest.conversation_id = given.conversation_id AND latest.user_id = given.sender_id
  WHERE timeout.user_id IS NOT NULL
    OR head.slow_mode_s > 0
      AND (given.turn > 1 OR latest.taken_at > present - head.slow_mode_s * interval '1 second')
      AND NOT is_room_moderator(given.conversation_id, given.sender_id)
$$;
