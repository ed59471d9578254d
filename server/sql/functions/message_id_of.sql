-- Returns the public id of a message, conversation and sequence in base 36, as `messageIdOf` does.
CREATE OR REPLACE FUNCTION message_id_of(in_conversation bigint, of_sequence bigint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  digits CONSTANT text := '0123456789abcdefghijklmnopqrstuvwxyz';
  number bigint;
  part text;
  parts text[] := '{}';
BEGIN
  FOREACH number IN ARRAY ARRAY[in_conversation, of_sequence] LOOP
    part := '';
    LOOP
      part := substr(digits, (number % 36)::integer + 1, 1) || part;
      number := number / 36;
      EXIT WHEN number = 0;
    END LOOP;
    parts := parts || part;
  END LOOP;
  RETURN array_to_string(parts, '-');
END $$;
