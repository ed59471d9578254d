-- Records where a user stood in the directory before moving, for lists that are read as of an earlier snapshot (SV-20).
CREATE OR REPLACE FUNCTION note_activity_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO activity_moves (user_id, from_at) VALUES (OLD.id, OLD.last_active_at);
  RETURN NULL;
END $$;
