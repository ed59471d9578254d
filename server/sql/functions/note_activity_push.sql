-- Notes the pushes of an item of the activity that is new or became unread again, to the browsers of its user (PN-03): likes of one
-- item are pushed once until it is read.
CREATE OR REPLACE FUNCTION note_activity_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO push_deliveries (subscription_id, user_id, item_id)
  SELECT subscription.id, subscription.user_id, NEW.id
  FROM push_subscriptions subscription WHERE subscription.user_id = NEW.user_id;
  RETURN NULL;
END $$;
