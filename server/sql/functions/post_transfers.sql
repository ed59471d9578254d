-- Posts transfers one after the other in the caller's transaction, and returns one row per transfer (R-08, R-09, R-10). Each
-- has a unique cause. `n` is the index of the item, beginning with 0.
--
-- status:
--   posted        with the id of the transfer and the accounts of payer and payee afterwards
--   repeated      the same was posted for this cause before, with its id
--   conflict      something else was posted for this cause before
--   insufficient  the payer's accounts do not cover it; nothing changes, the next items go on
--
-- Accounts by number: 1 bought, 2 earned, 3 given, 4 to 6 the same on hold, 7 debt. `take` lists the accounts that the payer
-- pays from, in order, with `most` for each; `owe` lets the rest become debt. `give` is the payee's account; 10 moves each part
-- into the hold of its kind, 20 out of it. Debt is paid from what comes in.
--
-- Wallets are locked first, ordered by user id. Everything is computed in memory and written at the end with one statement per
-- table, so that a user who receives a whole batch is written once. No plan may scan a whole table: one made while a table was
-- empty would be kept.
CREATE OR REPLACE FUNCTION post_transfers(items jsonb)
 RETURNS TABLE(n integer, status text, transfer_id bigint, payer_wallet bigint[], payee_wallet bigint[])
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $$
#variable_conflict use_column
DECLARE
  names constant text[] := ARRAY['bought', 'earned', 'given', 'held_bought', 'held_earned', 'held_given', 'debt'];
  nothing constant bigint[] := ARRAY[0, 0, 0, 0, 0, 0, 0];
  people bigint[]; purses bigint[]; is_changed boolean[]; spent bigint[]; gained bigint[];
  item record; payer integer; payee integer; rest bigint; part bigint; owed bigint; i integer;
  ids bigint[] := '{}'; causes text[] := '{}'; prints text[] := '{}'; kinds text[] := '{}'; reversed bigint[] := '{}';
  posted integer := 0; entries integer := 0; lines integer := 0; line smallint;
  entry_of bigint[]; entry_line smallint[]; entry_account text[]; entry_person bigint[]; entry_amount bigint[];
  line_of bigint[]; line_person bigint[]; line_type text[]; line_text text[]; line_amount bigint[];
BEGIN
  SELECT array_agg(DISTINCT person ORDER BY person) INTO people FROM (
    SELECT (entry->>'payer')::bigint AS person FROM jsonb_array_elements(items) entry
    UNION ALL SELECT (entry->>'payee')::bigint FROM jsonb_array_elements(items) entry
  ) named WHERE person IS NOT NULL;
  PERFORM FROM wallets WHERE user_id = ANY (people) ORDER BY user_id FOR UPDATE;
  GET DIAGNOSTICS i = ROW_COUNT;
  IF i < cardinality(people) THEN
    INSERT INTO wallets (user_id) SELECT person FROM unnest(people) person ORDER BY person ON CONFLICT DO NOTHING;
    PERFORM FROM wallets WHERE user_id = ANY (people) ORDER BY user_id FOR UPDATE;
  END IF;
  -- The seven accounts of each of them, one person after the other.
  SELECT array_agg(account.amount ORDER BY user_id, account.place) INTO purses FROM wallets
    CROSS JOIN LATERAL unnest(ARRAY[bought, earned, given, held_bought, held_earned, held_given, debt])
      WITH ORDINALITY AS account (amount, place)
    WHERE user_id = ANY (people);
  is_changed := array_fill(false, ARRAY[coalesce(cardinality(people), 0)]);
      FOR item IN 
  SELECT given.*, known.id AS known_id, known.fingerprint AS known_print FROM
    ROWS FROM (jsonb_to_recordset(items) AS (cause text, fingerprint text, kind text, amount bigint, payer bigint,
      payee bigint, take jsonb, give integer, owe boolean, reverses bigint, payer_line jsonb, payee_line jsonb))
      WITH ORDINALITY AS given (cause, fingerprint, kind, amount, payer, payee, take, give, owe, reverses,
        payer_line, payee_line, place)
    -- One by one, by the key of causes: a join might read all there are.
    LEFT JOIN LATERAL (
      SELECT id, fingerprint FROM ledger_transfers WHERE ledger_transfers.cause = given.cause LIMIT 1
    ) known ON true ORDER BY given.place LOOP
        n := item.place - 1; transfer_id := NULL; payer_wallet := NULL; payee_wallet := NULL;
        IF item.amount IS NULL OR item.amount <= 0 THEN RAISE EXCEPTION 'a transfer needs an amount above zero'; END IF;
  i := array_position(causes, item.cause);
  IF item.known_id IS NOT NULL OR i IS NOT NULL THEN
    transfer_id := coalesce(item.known_id, ids[i]);
    status := CASE coalesce(item.known_print, prints[i]) WHEN item.fingerprint THEN 'repeated' ELSE 'conflict' END;
    RETURN NEXT; CONTINUE;
  END IF;
  -- Where the accounts of the two begin.
  payer := (array_position(people, item.payer) - 1) * 7; payee := (array_position(people, item.payee) - 1) * 7;
  spent := nothing; gained := nothing; rest := item.amount;
  IF payer IS NOT NULL THEN
    FOR k IN 0 .. jsonb_array_length(item.take) - 1 LOOP
      i := (item.take->k->>'account')::integer;
      part := least(coalesce((item.take->k->>'most')::bigint, rest), purses[payer + i], rest);
      spent[i] := spent[i] - part; rest := rest - part;
END LOOP;
    IF rest > 0 AND item.owe THEN
      spent[7] := spent[7] - rest; rest := 0;
END IF;
    IF rest > 0 THEN
      status := 'insufficient'; payer_wallet := ARRAY[purses[payer + 1], purses[payer + 2], purses[payer + 3], purses[payer + 4], purses[payer + 5], purses[payer + 6], purses[payer + 7]];
      RETURN NEXT; CONTINUE;
END IF;
  END IF;
  IF payee IS NOT NULL THEN
    IF item.give = 10 THEN
      FOR i IN 1..3 LOOP gained[i + 3] := -spent[i]; END LOOP;
    ELSE
      IF item.give = 20 THEN
        FOR i IN 1..3 LOOP gained[i] := -spent[i + 3]; END LOOP;
      ELSE
        gained[item.give] := item.amount;
      END IF;
      owed := -purses[payee + 7];
      IF owed > 0 THEN
        FOR i IN 1..3 LOOP
          part := least(owed, gained[i]);
          gained[i] := gained[i] - part; gained[7] := gained[7] + part; owed := owed - part;
        END LOOP;
      END IF;
END IF;
  END IF;
  posted := posted + 1; line := 0; transfer_id := nextval('ledger_transfers_id_seq');
  ids[posted] := transfer_id; causes[posted] := item.cause; prints[posted] := item.fingerprint;
  kinds[posted] := item.kind; reversed[posted] := item.reverses;
    FOR i IN 1..7 LOOP
      IF spent[i] <> 0 THEN
        entries := entries + 1; line := line + 1;
        entry_of[entries] := transfer_id; entry_line[entries] := line; entry_account[entries] := names[i];
        entry_person[entries] := item.payer; entry_amount[entries] := spent[i];
        purses[payer + i] := purses[payer + i] + spent[i];
      END IF;
END LOOP;
    FOR i IN 1..7 LOOP
      IF gained[i] <> 0 THEN
        entries := entries + 1; line := line + 1;
        entry_of[entries] := transfer_id; entry_line[entries] := line; entry_account[entries] := names[i];
        entry_person[entries] := item.payee; entry_amount[entries] := gained[i];
        purses[payee + i] := purses[payee + i] + gained[i];
      END IF;
END LOOP;
  IF payer IS NULL OR payee IS NULL THEN
    entries := entries + 1;
    entry_of[entries] := transfer_id; entry_line[entries] := line + 1; entry_account[entries] := 'platform';
    entry_person[entries] := NULL; entry_amount[entries] := CASE WHEN payer IS NULL THEN -item.amount ELSE item.amount END;
  END IF;
  IF payer IS NOT NULL THEN
    is_changed[payer / 7 + 1] := true; payer_wallet := ARRAY[purses[payer + 1], purses[payer + 2], purses[payer + 3], purses[payer + 4], purses[payer + 5], purses[payer + 6], purses[payer + 7]];
  END IF;
  IF payee IS NOT NULL AND payee IS DISTINCT FROM payer THEN
    is_changed[payee / 7 + 1] := true; payee_wallet := ARRAY[purses[payee + 1], purses[payee + 2], purses[payee + 3], purses[payee + 4], purses[payee + 5], purses[payee + 6], purses[payee + 7]];
  END IF;
    IF item.payer_line->>'type' IS NOT NULL THEN
      lines := lines + 1; line_of[lines] := transfer_id; line_person[lines] := item.payer;
      line_type[lines] := item.payer_line->>'type'; line_text[lines] := item.payer_line->>'description';
      line_amount[lines] := item.amount;
END IF;
    IF item.payee_line->>'type' IS NOT NULL THEN
      lines := lines + 1; line_of[lines] := transfer_id; line_person[lines] := item.payee;
      line_type[lines] := item.payee_line->>'type'; line_text[lines] := item.payee_line->>'description';
      line_amount[lines] := item.amount;
END IF;
        status := 'posted';
        RETURN NEXT;
      END LOOP;
      IF posted > 0 THEN
  INSERT INTO ledger_transfers (id, cause, fingerprint, kind, reverses)
  SELECT * FROM unnest(ids, causes, prints, kinds, reversed) ON CONFLICT (cause) DO NOTHING;
  GET DIAGNOSTICS i = ROW_COUNT;
  IF i < posted THEN
    -- Somebody else was faster with transfers of other people under a cause of these. Tried again, it is known.
    RAISE EXCEPTION 'a cause was used meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  INSERT INTO ledger_entries (transfer_id, line, account, user_id, amount)
  SELECT * FROM unnest(entry_of, entry_line, entry_account, entry_person, entry_amount);
  UPDATE wallets SET balance = purses[first] + purses[first + 1] + purses[first + 2],
    bought = purses[first], earned = purses[first + 1], given = purses[first + 2],
    held_bought = purses[first + 3], held_earned = purses[first + 4], held_given = purses[first + 5],
    debt = purses[first + 6]
  FROM (
    SELECT person, place * 7 - 6 AS first
    FROM unnest(people, is_changed) WITH ORDINALITY AS t (person, is_touched, place) WHERE is_touched
  ) changed WHERE user_id = changed.person;
  INSERT INTO wallet_lines (user_id, transfer_id, transaction_type, description, amount)
  SELECT * FROM unnest(line_person, line_of, line_type, line_text, line_amount);
      END IF;
END $$;
