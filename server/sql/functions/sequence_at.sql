-- Returns the sequence of the message at a place of a slice: the reverse of `slice_of` and `place_in_slice` (ADR 43).
CREATE OR REPLACE FUNCTION sequence_at(slice integer, place smallint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$ SELECT (slice::bigint << 11) + place $$;
