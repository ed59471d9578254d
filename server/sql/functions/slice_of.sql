-- Returns the slice of a conversation in which a message is: a run of 2048 sequences (ADR 43).
CREATE OR REPLACE FUNCTION slice_of(sequence bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$ SELECT (sequence >> 11)::integer $$;
