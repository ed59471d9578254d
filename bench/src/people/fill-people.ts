import { countries } from '../../../contract/src/accounts/countries.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';
import { personName } from '../../../server/src/seed/community.ts';

/** Users per statement. */
const BATCH = 100_000;
/** Conversations of the reader, and messages in each; every tenth conversation has three unread ones. */
const OWN = { conversations: 500, messages: 20 };
/** Rooms of the reader, with members from the whole dataset. */
const OWN_ROOMS = { rooms: 50, members: 40, messages: 40 };
/** Messages per other user, all in one conversation with a neighbour. */
const MESSAGES_EACH = 2;
const FIRST_NAMES = 900;

/** Percentage of users per country; the remainder goes to the last one. */
const SHARES: readonly (readonly [country: string, share: number])[] = [
  ['India', 55],
  ['USA', 20],
  ['Pakistan', 12],
  ['Bangladesh', 8],
  ['UK', 5],
];

/**
 * Ages from 18 to 70, weighted towards the young; half were active in the last days, the rest within three months. With
 * a password hash three of four are registered, without one all are guests.
 */
const INSERT_PEOPLE = `
  INSERT INTO users (username, display_name, is_guest, email, password_hash, birth_date, sex, country, state, last_active_at)
  SELECT ($3::text[])[1 + (n * 31) % cardinality($3::text[])] || '.' || n, 'One of many',
    $8::text IS NULL OR n % 4 = 0,
    CASE WHEN $8::text IS NOT NULL AND n % 4 > 0 THEN 'person' || n || '@example.com' END,
    CASE WHEN n % 4 > 0 THEN $8::text END,
    (now() - make_interval(days => 6580 + (power(random(), 2) * 19000)::integer))::date,
    CASE WHEN random() < 0.4 THEN 'female' ELSE 'male' END, place.country,
    place.states[1 + floor(random() * cardinality(place.states))::integer],
    now() - make_interval(secs => power(random(), 3) * 7776000)
  FROM generate_series($1::bigint, $2::bigint) AS n
  CROSS JOIN LATERAL (SELECT 1 + floor(random() * 100 + n * 0)::integer AS dice) throw
  JOIN (
    SELECT country, string_to_array(states, '|') AS states, first, last
    FROM unnest($4::text[], $5::text[], $6::integer[], $7::integer[]) AS given (country, states, first, last)
  ) place ON throw.dice BETWEEN place.first AND place.last
  ON CONFLICT DO NOTHING`;

/**
 * One in a hundred is online, recorded by a node that does not exist and whose lease lasts longer than the run, with fifteen
 * recorded changes of activity, one per minute.
 */
const INSERT_PRESENCE = `
  WITH online AS (
    SELECT id, last_active_at FROM users ORDER BY last_active_at DESC LIMIT (SELECT count(*) / 100 FROM users)
  ), node AS (
    INSERT INTO presence_nodes VALUES ('bench', now() + interval '1 day') ON CONFLICT DO NOTHING
  ), present AS (
    INSERT INTO presence (user_id, node_id, online_until) SELECT id, 'bench', 'infinity' FROM online
  )
  INSERT INTO activity_moves (user_id, from_at, moved_at)
  SELECT id, now() - make_interval(mins => minute + 1), now() - make_interval(mins => minute)
  FROM online, generate_series(1, 15) AS minute`;

/** Inserts conversations of the given pairs, with messages by both users in turn. */
const INSERT_CONVERSATIONS = `
  WITH pair AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('conversations', 'id')) AS id, low_id, high_id,
      now() - make_interval(secs => row_number() OVER () % 86400 + 100) AS newest_at
    FROM unnest($1::bigint[], $2::bigint[]) AS given (low_id, high_id)
  ), opened AS (
    INSERT INTO conversations (id, kind, last_sequence, last_message_at)
    SELECT id, 'direct', $3, newest_at FROM pair
  ), paired AS (
    INSERT INTO direct_conversations (conversation_id, low_id, high_id, accepted_by_low, accepted_by_high)
    SELECT id, low_id, high_id, true, true FROM pair
  ), joined AS (
    INSERT INTO conversation_members (conversation_id, user_id, read_sequence, joined_at)
    SELECT id, person, CASE WHEN id % 10 = 0 THEN $3 - 3 ELSE $3 END, newest_at - interval '1 day'
    FROM pair, unnest(ARRAY[low_id, high_id]) AS person
  )
  INSERT INTO messages (conversation_id, sequence, sender_id, client_message_id, content, created_at)
  SELECT id, n, CASE WHEN n % 4 = 1 THEN low_id ELSE high_id END, gen_random_uuid()::text, 'line ' || n,
    newest_at - ($3 - n) * interval '20 seconds'
  FROM pair, generate_series(1, $3::integer) AS n`;

/** Inserts rooms of the reader with these members, of whom every room has a part; their last three messages are unread. */
const INSERT_ROOMS = `
  WITH planned AS MATERIALIZED (
    SELECT n, nextval(pg_get_serial_sequence('conversations', 'id')) AS id,
      now() - make_interval(secs => n * 1700 + 100) AS newest_at
    FROM generate_series(1, $3::integer) AS n
  ), people AS MATERIALIZED (
    SELECT planned.id AS room, member, place
    FROM planned, unnest($2::bigint[]) WITH ORDINALITY AS given (member, place)
    WHERE (place + planned.n) % (cardinality($2::bigint[]) / $4::integer) = 0
  ), opened AS (
    INSERT INTO conversations (id, kind, last_sequence, last_message_at)
    SELECT id, 'room', $5, newest_at FROM planned
  ), named AS (
    INSERT INTO rooms (conversation_id, group_id, name, creator_id, member_count)
    SELECT id, left(md5('own room ' || n), 24), 'Own room ' || n, $1, $4 FROM planned
  ), joined AS (
    INSERT INTO conversation_members (conversation_id, user_id, read_sequence, joined_at)
    SELECT id, $1, $5 - 3, newest_at - interval '1 day' FROM planned
    UNION ALL SELECT room, member, $5, newest_at - interval '1 day' FROM people JOIN planned ON planned.id = people.room
  )
  INSERT INTO messages (conversation_id, sequence, sender_id, client_message_id, content, created_at)
  SELECT planned.id, line, sender.member, gen_random_uuid()::text, 'line ' || line,
    newest_at - ($5 - line) * interval '30 seconds'
  FROM planned CROSS JOIN generate_series(1, $5::integer) AS line
  CROSS JOIN LATERAL (
    SELECT member FROM people WHERE people.room = planned.id ORDER BY (place * line) % 97 LIMIT 1
  ) sender`;

/** Options of a dataset. */
export type PeopleOptions = {
  /** Hash of the password of all registered users; without it all users are guests. */
  readonly passwordHash?: string | undefined;
  /** Records no user as online; by default one in a hundred is. */
  readonly isQuiet?: boolean;
  readonly onProgress?: (what: string, done: number, of: number) => void;
};

/** Inserts a dataset of users with two messages each, and a reader with many conversations. */
export async function fillPeople(
  { pool }: Database,
  people: number,
  { passwordHash, isQuiet = false, onProgress = () => undefined }: PeopleOptions = {},
): Promise<void> {
  await insertPeople(pool, people, { passwordHash, onProgress });
  if (!isQuiet) await pool.query(INSERT_PRESENCE);
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM users ORDER BY id');
  const [reader = 0, ...others] = rows.map((row) => row.id);
  // Spread over the dataset, so that the peers' rows are on different pages.
  const step = Math.max(1, Math.floor(others.length / OWN.conversations));
  const peers = others.filter((_, index) => index % step === 0).slice(0, OWN.conversations);
  await converse(
    pool,
    peers.map((peer) => [reader, peer] as const),
    OWN.messages,
  );
  const { rooms, members, messages } = OWN_ROOMS;
  await pool.query(INSERT_ROOMS, [reader, peers, rooms, members, messages]);

  const pairs = others.slice(1).map((id, index) => [others[index] ?? id, id] as const);
  for (let first = 0; first < pairs.length; first += BATCH) {
    await converse(pool, pairs.slice(first, first + BATCH), MESSAGES_EACH);
    onProgress('conversations', Math.min(first + BATCH, pairs.length), pairs.length);
  }
}

/** Inserts users and nothing else. */
export async function insertPeople(
  pool: Database['pool'],
  people: number,
  { passwordHash, onProgress = () => undefined }: Omit<PeopleOptions, 'isQuiet'> = {},
): Promise<void> {
  const names = Array.from({ length: FIRST_NAMES }, (_, n) => personName(n));
  const places = placesOf();
  for (let first = 1; first <= people; first += BATCH) {
    const last = Math.min(first + BATCH - 1, people);
    await pool.query(INSERT_PEOPLE, [first, last, names, ...places, passwordHash ?? null]);
    onProgress('people', last, people);
  }
}

async function converse(
  pool: Database['pool'],
  pairs: readonly (readonly [low: number, high: number])[],
  messages: number,
): Promise<void> {
  const [low, high] = [pairs.map((pair) => pair[0]), pairs.map((pair) => pair[1])];
  await pool.query(INSERT_CONVERSATIONS, [low, high, messages]);
}

/** Countries, their states, and the percentiles assigned to each. */
function placesOf(): [string[], string[], number[], number[]] {
  const places: [string[], string[], number[], number[]] = [[], [], [], []];
  let thrown = 0;
  for (const [country, share] of SHARES) {
    places[0].push(country);
    places[1].push(countries.find((entry) => entry.country === country)?.states.join('|') ?? '');
    places[2].push(thrown + 1);
    places[3].push(thrown + share);
    thrown += share;
  }
  return places;
}
