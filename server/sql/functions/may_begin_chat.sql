-- Whether a user may begin a private chat with a reader, as the reader's setting says (MR-03): `everyone`; `known`: whom the
-- reader follows, and who is in a room with the reader; `nobody`, not even those. Only the first message of two users asks.
CREATE OR REPLACE FUNCTION may_begin_chat(writer_id bigint, reader_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $$
  SELECT CASE reader.who_may_write
    WHEN 'everyone' THEN true
    WHEN 'known' THEN
      EXISTS (SELECT FROM follows WHERE follower_id = reader.id AND followed_id = writer_id)
      OR EXISTS (
        SELECT FROM conversation_members own
        JOIN rooms room ON room.conversation_id = own.conversation_id AND room.deleted_at IS NULL
        JOIN conversation_members other
          ON other.conversation_id = own.conversation_id AND other.user_id = writer_id
        WHERE own.user_id = reader.id
      )
    ELSE false END
  FROM users reader WHERE reader.id = reader_id
$$;
