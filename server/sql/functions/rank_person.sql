-- Creates a user's wallet and keeps the name under which the leaderboard lists it: null for guests, suspended and deleted users
-- (SV-94).
CREATE OR REPLACE FUNCTION rank_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO wallets (user_id, ranked_name) VALUES (NEW.id, CASE
    WHEN NEW.is_guest OR NEW.suspended_at IS NOT NULL OR NEW.deleted_at IS NOT NULL THEN NULL
    ELSE NEW.username END)
  ON CONFLICT (user_id) DO UPDATE SET ranked_name = EXCLUDED.ranked_name
  WHERE wallets.ranked_name IS DISTINCT FROM EXCLUDED.ranked_name;
  RETURN NULL;
END $$;
