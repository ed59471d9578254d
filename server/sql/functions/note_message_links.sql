-- Records a reply by the message that it replies to (RY-03), a mention as unread for each member whom it names
-- (MN-03), and the recording of a voice message as used (VM-01).
CREATE OR REPLACE FUNCTION note_message_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.reply_sequence IS NOT NULL THEN
    INSERT INTO message_replies (conversation_id, original_sequence, sequence)
    VALUES (NEW.conversation_id, NEW.reply_sequence, NEW.sequence);
  END IF;
  IF NEW.audio_id IS NOT NULL THEN
    UPDATE recordings SET used_at = NEW.created_at WHERE id = NEW.audio_id AND used_at IS NULL;
  END IF;
  INSERT INTO unread_mentions (user_id, conversation_id, sequence)
  SELECT member.user_id, NEW.conversation_id, NEW.sequence
  FROM conversation_members member
  WHERE member.conversation_id = NEW.conversation_id AND member.user_id = ANY (NEW.mention_ids);
  RETURN NULL;
END $$;
