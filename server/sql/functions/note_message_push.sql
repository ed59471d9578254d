-- Notes the pushes of private messages that one statement stored, to the browsers of their readers (PN-03). Whether a push is still
-- right is decided when it is sent. Nobody's messages wait for a browser: no row of a subscription is locked. Plans are
-- fixed to indexes, because a plan made while the tables were empty would be kept.
CREATE OR REPLACE FUNCTION note_message_push()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM push_subscriptions) THEN
    RETURN NULL;
  END IF;
  INSERT INTO push_deliveries (subscription_id, user_id, conversation_id, sequence)
  SELECT subscription.id, subscription.user_id, m.conversation_id, m.sequence
  FROM stored_messages m
  JOIN direct_conversations pair ON pair.conversation_id = m.conversation_id
  JOIN push_subscriptions subscription ON subscription.user_id = pair.low_id + pair.high_id - m.sender_id;
  RETURN NULL;
END $$;
