-- Records that everything in a deleted room is cleared, for the retention job (SV-104).
CREATE OR REPLACE FUNCTION note_room_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO conversation_clearings (conversation_id, cleared_to, purged_to)
  SELECT id, last_sequence, cleared_to FROM conversations WHERE id = NEW.conversation_id;
  RETURN NULL;
END $$;
