-- Refuses a statement after which the entries of a transfer do not sum to zero (R-08).
CREATE OR REPLACE FUNCTION check_transfer_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $$
DECLARE
  wrong bigint;
BEGIN
  SELECT touched.transfer_id INTO wrong FROM (SELECT DISTINCT transfer_id FROM fresh) touched
  CROSS JOIN LATERAL (
    SELECT sum(entry.amount) AS total FROM ledger_entries entry WHERE entry.transfer_id = touched.transfer_id
  ) booked WHERE booked.total <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the entries of transfer % do not sum to zero', wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_sum';
  END IF;
  RETURN NULL;
END $$;
