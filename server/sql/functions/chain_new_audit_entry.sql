-- Appends each new audit entry to the hash chain when its transaction commits (ADR 29).
CREATE OR REPLACE FUNCTION chain_new_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM chain_audit_entry(NEW);
  RETURN NULL;
END $$;
