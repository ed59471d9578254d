import { sql, type Kysely } from 'kysely';

type Side = 'payer' | 'payee';

const ACCOUNTS = [1, 2, 3, 4, 5, 6, 7];

/** The current amounts of a user, as the function returns them. */
const stateOf = (side: Side) =>
  sql.raw(`ARRAY[${ACCOUNTS.map((account) => `purses[${side} + ${account}]`).join(', ')}]`);

/** Adds an entry for each account that changes, and changes it. */
const entriesOf = (side: Side, amounts: 'spent' | 'gained') =>
  sql.raw(`
    FOR i IN 1..7 LOOP
      IF ${amounts}[i] <> 0 THEN
        entries := entries + 1; line := line + 1;
        entry_of[entries] := transfer_id; entry_line[entries] := line; entry_account[entries] := names[i];
        entry_person[entries] := item.${side}; entry_amount[entries] := ${amounts}[i];
        purses[${side} + i] := purses[${side} + i] + ${amounts}[i];
      END IF;
    END LOOP;`);

/** Adds a line to a user's history, if the transfer has one. */
const lineOf = (side: Side) =>
  sql.raw(`
    IF item.${side}_line->>'type' IS NOT NULL THEN
      lines := lines + 1; line_of[lines] := transfer_id; line_person[lines] := item.${side};
      line_type[lines] := item.${side}_line->>'type'; line_text[lines] := item.${side}_line->>'description';
      line_amount[lines] := item.amount;
    END IF;`);

/**
 * Locks all wallets in the order of their user ids. `purses` then holds their accounts in that order, seven for
 * each user.
 */
const lockPurses = sql`
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
  is_changed := array_fill(false, ARRAY[coalesce(cardinality(people), 0)]);`;

/** Each transfer, with the transfer that was posted for the same cause before. */
const givenTransfers = sql`
  SELECT given.*, known.id AS known_id, known.fingerprint AS known_print FROM
    ROWS FROM (jsonb_to_recordset(items) AS (cause text, fingerprint text, kind text, amount bigint, payer bigint,
      payee bigint, take jsonb, give integer, owe boolean, reverses bigint, payer_line jsonb, payee_line jsonb))
      WITH ORDINALITY AS given (cause, fingerprint, kind, amount, payer, payee, take, give, owe, reverses,
        payer_line, payee_line, place)
    -- One by one, by the key of causes: a join might read all there are.
    LEFT JOIN LATERAL (
      SELECT id, fingerprint FROM ledger_transfers WHERE ledger_transfers.cause = given.cause LIMIT 1
    ) known ON true ORDER BY given.place`;

/** Returns a transfer that was posted before, or earlier in the same call. */
const answerRepeated = sql`
  i := array_position(causes, item.cause);
  IF item.known_id IS NOT NULL OR i IS NOT NULL THEN
    transfer_id := coalesce(item.known_id, ids[i]);
    status := CASE coalesce(item.known_print, prints[i]) WHEN item.fingerprint THEN 'repeated' ELSE 'conflict' END;
    RETURN NEXT; CONTINUE;
  END IF;`;

/** Computes the changes of both users' accounts; returns a transfer that is not covered. */
const reckon = sql`
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
      status := 'insufficient'; payer_wallet := ${stateOf('payer')};
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
  END IF;`;

/** Posts the transfer in memory. */
const note = sql`
  posted := posted + 1; line := 0; transfer_id := nextval('ledger_transfers_id_seq');
  ids[posted] := transfer_id; causes[posted] := item.cause; prints[posted] := item.fingerprint;
  kinds[posted] := item.kind; reversed[posted] := item.reverses;
  ${entriesOf('payer', 'spent')}
  ${entriesOf('payee', 'gained')}
  IF payer IS NULL OR payee IS NULL THEN
    entries := entries + 1;
    entry_of[entries] := transfer_id; entry_line[entries] := line + 1; entry_account[entries] := 'platform';
    entry_person[entries] := NULL; entry_amount[entries] := CASE WHEN payer IS NULL THEN -item.amount ELSE item.amount END;
  END IF;
  IF payer IS NOT NULL THEN
    is_changed[payer / 7 + 1] := true; payer_wallet := ${stateOf('payer')};
  END IF;
  IF payee IS NOT NULL AND payee IS DISTINCT FROM payer THEN
    is_changed[payee / 7 + 1] := true; payee_wallet := ${stateOf('payee')};
  END IF;
  ${lineOf('payer')}
  ${lineOf('payee')}`;

/** Writes everything that was posted, with one statement for each table. */
const store = sql`
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
  SELECT * FROM unnest(line_person, line_of, line_type, line_text, line_amount);`;

/**
 * Posts transfers one after the other, in the caller's transaction. Each has a unique cause: a transfer that
 * was posted before is returned as `repeated`, or as `conflict` if it was a different one. A transfer that is
 * not covered is `insufficient` and changes nothing; the others continue. Wallets are locked first, in the
 * order of their ids.
 *
 * Accounts of a user by number: 1 bought, 2 earned, 3 given, 4 to 6 the same held, 7 debt. `take` lists the
 * accounts from which the payer pays, in this order, `most` is the maximum from each; `owe` lets the rest
 * become debt. `give` is the payee's account; 10 moves each part into the held account of its kind, 20 out of
 * it. Incoming coins settle debt first.
 *
 * Everything is computed in memory and written at the end, with one statement for each table: a user who
 * receives a whole batch is written once. A plan made while a table was empty would read the whole table later,
 * so no plan may.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION post_transfers(items jsonb) RETURNS TABLE (
      n integer, status text, transfer_id bigint, payer_wallet bigint[], payee_wallet bigint[]
    ) LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
      ${lockPurses}
      FOR item IN ${givenTransfers} LOOP
        n := item.place - 1; transfer_id := NULL; payer_wallet := NULL; payee_wallet := NULL;
        IF item.amount IS NULL OR item.amount <= 0 THEN RAISE EXCEPTION 'a transfer needs an amount above zero'; END IF;
        ${answerRepeated}
        ${reckon}
        ${note}
        status := 'posted';
        RETURN NEXT;
      END LOOP;
      IF posted > 0 THEN
        ${store}
      END IF;
    END $$`.execute(db);
}
