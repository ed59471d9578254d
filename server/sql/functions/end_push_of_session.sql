-- Ends the pushes to the browsers of a session that ended (PN-02).
CREATE OR REPLACE FUNCTION end_push_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
