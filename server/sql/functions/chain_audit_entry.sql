-- Appends an entry to the hash chain of the audit (ADR 29): its hash covers the hash before it and all that the entry says. The
-- head row is the last lock of a transaction.
CREATE OR REPLACE FUNCTION chain_audit_entry(entry audit_entries)
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  head audit_head;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  head.position := head.position + 1;
  head.hash := encode(sha256(convert_to(head.hash || jsonb_build_array(entry.id, entry.actor_id, entry.action,
    entry.target, entry.details, to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text,
    'UTF8')), 'hex');
  INSERT INTO audit_chain (position, entry_id, hash) VALUES (head.position, entry.id, head.hash);
  UPDATE audit_head SET position = head.position, hash = head.hash;
END $$;
