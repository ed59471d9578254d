import type { Database } from '../../../server/src/platform/database/index.ts';
import type { FillReport } from './fill.types.ts';

/** Rooms per statement. */
const BATCH = 1000;
const PEOPLE_PER_ROOM = 200;
const MESSAGES_PER_ROOM = 100;
/** Members of the largest room; most rooms have a tenth of it. */
const MAX_MEMBERS = 500;

/** Members of a room are consecutive users of the dataset, so that each user is in one room or a few. */
const INSERT_ROOMS = `
  WITH planned AS MATERIALIZED (
    SELECT n, nextval(pg_get_serial_sequence('conversations', 'id')) AS id,
      10 + floor(power(random(), 4) * ${MAX_MEMBERS - 10})::integer AS size,
      floor(random() * $3::bigint)::bigint AS start
    FROM generate_series($1::integer, $2::integer) AS n
  ), people AS MATERIALIZED (
    SELECT planned.id AS room, person.id, row_number() OVER (PARTITION BY planned.id ORDER BY person.id) AS place
    FROM planned CROSS JOIN LATERAL (
      SELECT id FROM users WHERE id >= $4::bigint + planned.start ORDER BY id LIMIT planned.size
    ) person
  ), opened AS (
    INSERT INTO conversations (id, kind, last_sequence, last_message_at)
    SELECT id, 'room', ${MESSAGES_PER_ROOM}, now() FROM planned
  ), named AS (
    INSERT INTO rooms (conversation_id, group_id, name, creator_id, member_count)
    SELECT planned.id, left(md5('room ' || n), 24), 'Room ' || n, min(people.id), count(people.id)
    FROM planned JOIN people ON people.room = planned.id GROUP BY planned.id, n
  ), joined AS (
    INSERT INTO conversation_members (conversation_id, user_id, read_sequence)
    SELECT room, id, ${MESSAGES_PER_ROOM} - place % 5 FROM people
  )
  INSERT INTO messages (conversation_id, sequence, sender_id, client_message_id, content, created_at)
  SELECT planned.id, line, people.id, gen_random_uuid()::text, 'line ' || line,
    now() - (${MESSAGES_PER_ROOM} - line) * interval '90 seconds'
  FROM planned CROSS JOIN generate_series(1, ${MESSAGES_PER_ROOM}) AS line
  JOIN people ON people.room = planned.id AND people.place = 1 + line % 10`;

/** Inserts one room per two hundred users, with ten to five hundred members and a hundred messages each. */
export async function fillRooms({ pool }: Database, people: number, report: FillReport): Promise<void> {
  const rooms = Math.ceil(people / PEOPLE_PER_ROOM);
  const { rows } = await pool.query<{ first: number }>('SELECT min(id) AS first FROM users');
  const first = rows[0]?.first ?? 1;
  for (let from = 1; from <= rooms; from += BATCH) {
    const to = Math.min(from + BATCH - 1, rooms);
    await pool.query(INSERT_ROOMS, [from, to, Math.max(1, people - MAX_MEMBERS), first]);
    report('rooms', to, rooms);
  }
}
