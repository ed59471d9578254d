-- Returns the users whom the drafts of one group commit reach as strangers, one row per draft and reader (MR-01): the peer of a
-- private chat and the recipients of a whisper. The arguments are those of `store_messages`.
--
-- is_private   the draft is a private message, not a whisper
-- is_declined  the reader declined a request of the sender in the last 30 days (MR-02)
-- refusal      null, or why the draft is not stored:
--   stranger          it has an image, a voice, a video, or forwards a message
--   unavailable       it would begin another request after the reader declined one, and the reader does not let the sender
--                     begin a chat any more (MR-03)
--   request_too_long  its text has more than 500 characters
--   awaiting_answer   the sender has written three texts to the reader before
--
-- The rows of the requests are created and locked in a fixed order, because whispers in several rooms and private messages
-- count together; `store_messages` counts the stored drafts in the same transaction.
CREATE OR REPLACE FUNCTION stranger_contacts(conversation_ids bigint[], sender_ids bigint[], client_message_ids text[], contents text[], image_ids text[], youtube_urls text[], recipient_lists text[], extras text[])
 RETURNS TABLE(place bigint, sender_id bigint, recipient_id bigint, is_private boolean, is_declined boolean, refusal text)
 LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  request_texts CONSTANT integer := 3;
  request_text_length CONSTANT integer := 500;
  declined_for CONSTANT interval := '30 days';
  places bigint[];
  writers bigint[];
  readers bigint[];
BEGIN
  SELECT array_agg(given.place), array_agg(given.sender_id), array_agg(contact.id)
  INTO places, writers, readers
  FROM unnest(conversation_ids, sender_ids, recipient_lists)
    WITH ORDINALITY AS given (conversation_id, sender_id, recipient_list, place)
  CROSS JOIN LATERAL (
    SELECT CASE given.sender_id WHEN pair.low_id THEN pair.high_id WHEN pair.high_id THEN pair.low_id END AS id
    FROM direct_conversations pair WHERE pair.conversation_id = given.conversation_id
    UNION SELECT unnest(given.recipient_list::bigint[])
  ) contact
  WHERE is_stranger(given.sender_id, contact.id);
  IF places IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO private_requests (sender_id, recipient_id)
  SELECT DISTINCT contact.writer_id, contact.reader_id
  FROM unnest(writers, readers) AS contact (writer_id, reader_id)
  ORDER BY contact.writer_id, contact.reader_id
  ON CONFLICT DO NOTHING;
  PERFORM FROM private_requests request
  WHERE (request.sender_id, request.recipient_id) IN (
    SELECT contact.writer_id, contact.reader_id FROM unnest(writers, readers) AS contact (writer_id, reader_id)
  )
  ORDER BY request.sender_id, request.recipient_id FOR NO KEY UPDATE;
  RETURN QUERY
  SELECT judged.place, judged.sender_id, judged.recipient_id, judged.is_private, judged.is_declined,
         coalesce(judged.refusal, CASE
           WHEN judged.texts + row_number() OVER (
             PARTITION BY judged.sender_id, judged.recipient_id, judged.refusal IS NULL AND NOT judged.is_repeated
             ORDER BY judged.place
           ) > request_texts THEN 'awaiting_answer' END)
  FROM (
    SELECT contact.place, request.sender_id, request.recipient_id, request.texts,
           recipient_lists[contact.place] IS NULL AS is_private,
           coalesce(request.declined_at > now() - declined_for, false) AS is_declined,
           EXISTS (
             SELECT FROM messages earlier
             WHERE earlier.conversation_id = conversation_ids[contact.place] AND earlier.sender_id = request.sender_id
               AND earlier.client_message_id = client_message_ids[contact.place]
           ) AS is_repeated,
           CASE
             WHEN recipient_lists[contact.place] IS NULL AND request.declined_at <= now() - declined_for
               AND NOT may_begin_chat(request.sender_id, request.recipient_id) THEN 'unavailable'
             WHEN image_ids[contact.place] IS NOT NULL OR youtube_urls[contact.place] IS NOT NULL
               OR extras[contact.place]::jsonb ?| ARRAY['audio', 'forwarded'] THEN 'stranger'
             WHEN length(contents[contact.place]) > request_text_length THEN 'request_too_long' END AS refusal
    FROM unnest(places, writers, readers) AS contact (place, writer_id, reader_id)
    JOIN private_requests request
      ON request.sender_id = contact.writer_id AND request.recipient_id = contact.reader_id
  ) judged;
END $$;
