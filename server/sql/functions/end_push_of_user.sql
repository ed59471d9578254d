-- Ends the pushes to the browsers of a user who was suspended or deleted (PN-02).
CREATE OR REPLACE FUNCTION end_push_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
