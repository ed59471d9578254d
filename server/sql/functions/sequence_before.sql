-- Returns the sequence of the first message of a conversation that is not older than `moment`, or one above the last sequence:
-- the cursor of pages by time. Binary search over the primary key, since times rise with sequences (R-02).
CREATE OR REPLACE FUNCTION sequence_before(conversation bigint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $$
DECLARE
  older bigint := 0;
  newer bigint := 1 + coalesce((SELECT last_sequence FROM conversations WHERE id = conversation), 0);
  probe record;
BEGIN
  WHILE newer - older > 1 LOOP
    SELECT sequence, created_at INTO probe FROM messages
    WHERE conversation_id = conversation AND sequence >= (older + newer) / 2 AND sequence < newer
    ORDER BY sequence LIMIT 1;
    IF FOUND AND probe.created_at < moment THEN
      older := probe.sequence;
    ELSE
      newer := (older + newer) / 2;
    END IF;
  END LOOP;
  RETURN newer;
END $$;
