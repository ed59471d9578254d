-- Adds the activity of members whom a new message names (MN-01), and of the author of the message that it replies to (RY-05),
-- who gets one item if the reply names them as well. A reply in a private chat that its reader has open is read at once; one of
-- a stranger, which the reader finds among the requests or never sees (MR-01, MR-02), is no activity. Only messages with a
-- reply or mentions cause this.
CREATE OR REPLACE FUNCTION note_message_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  replied_id bigint;
BEGIN
  IF NEW.reply_sequence IS NOT NULL THEN
    SELECT original.sender_id INTO replied_id FROM messages original
    WHERE original.conversation_id = NEW.conversation_id AND original.sequence = NEW.reply_sequence
      AND (NEW.recipient_ids IS NULL OR original.sender_id = ANY (NEW.recipient_ids));
  END IF;
  INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, actor_id, opened_at, happened_at, is_read)
  SELECT substr(replace(gen_random_uuid()::text, '-', ''), 1, 24), member.user_id,
         CASE member.user_id WHEN replied_id THEN 'reply' ELSE 'mention' END, 'message',
         message_id_of(NEW.conversation_id, NEW.sequence), NEW.sender_id, NEW.created_at, NEW.created_at,
         pair.conversation_id IS NOT NULL AND EXISTS (
           SELECT FROM open_chats open
           WHERE open.user_id = member.user_id AND open.peer_id = NEW.sender_id AND open.open_until > now()
         )
  FROM conversation_members member
  LEFT JOIN direct_conversations pair ON pair.conversation_id = member.conversation_id
  WHERE member.conversation_id = NEW.conversation_id AND member.user_id = ANY (NEW.mention_ids || replied_id)
    AND member.user_id <> NEW.sender_id
    AND (pair.conversation_id IS NULL OR NOT is_stranger(NEW.sender_id, member.user_id));
  RETURN NULL;
END $$;
