-- Records each change of a place on the leaderboard, in the transaction that causes it (SV-94, ADR 24). Rows are only added, so
-- no transfer waits for another.
CREATE OR REPLACE FUNCTION note_leaderboard_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO leaderboard_moves (old_down, old_name, new_down, new_name) VALUES (
    CASE WHEN OLD.ranked_name IS NOT NULL THEN -OLD.balance END, OLD.ranked_name,
    CASE WHEN NEW.ranked_name IS NOT NULL THEN -NEW.balance END, NEW.ranked_name);
  RETURN NULL;
END $$;
