-- Records until when a follow existed, for feeds that are read as of an earlier moment (SV-55).
CREATE OR REPLACE FUNCTION note_ended_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO ended_follows (follower_id, followed_id, created_at)
  VALUES (OLD.follower_id, OLD.followed_id, OLD.created_at);
  RETURN NULL;
END $$;
