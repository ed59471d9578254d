-- Whether a user is a stranger to a reader (MR-01): the reader does not follow them, never wrote a private message to them and
-- never accepted their request. False for oneself.
CREATE OR REPLACE FUNCTION is_stranger(writer_id bigint, reader_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $$
  SELECT writer_id <> reader_id
    AND NOT EXISTS (SELECT FROM follows WHERE follower_id = reader_id AND followed_id = writer_id)
    AND NOT EXISTS (
      SELECT FROM direct_conversations pair
      WHERE pair.low_id = least(writer_id, reader_id) AND pair.high_id = greatest(writer_id, reader_id)
        AND CASE reader_id WHEN pair.low_id THEN pair.accepted_by_low ELSE pair.accepted_by_high END
    )
$$;
