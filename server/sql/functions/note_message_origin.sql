-- Records which transaction stored a message at its first change; until then the row's `xmin` says it (SV-40).
CREATE OR REPLACE FUNCTION note_message_origin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  NEW.stored_by := OLD.xmin::text::bigint;
  RETURN NEW;
END $$;
