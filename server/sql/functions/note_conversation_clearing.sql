-- Records up to where a conversation was cleared, for the retention job (SV-104).
CREATE OR REPLACE FUNCTION note_conversation_clearing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO conversation_clearings (conversation_id, cleared_to, purged_to)
  VALUES (NEW.id, NEW.cleared_to, OLD.cleared_to);
  RETURN NULL;
END $$;
