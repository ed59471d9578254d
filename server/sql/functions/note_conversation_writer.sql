-- Records who was ever in a conversation, so that a user's messages are found when the account is deleted (ADR 30).
CREATE OR REPLACE FUNCTION note_conversation_writer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO conversation_writers (user_id, conversation_id) VALUES (NEW.user_id, NEW.conversation_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
