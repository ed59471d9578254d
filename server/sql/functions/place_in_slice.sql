-- Returns the place of a message in its slice, from 0 (ADR 43).
CREATE OR REPLACE FUNCTION place_in_slice(sequence bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$ SELECT (sequence & 2047)::smallint $$;
