import { createDataDir } from '../../../server/src/test/server-process.fixture.ts';
import { createPasswordHasher } from '../../../server/src/features/accounts/password-hash.service.ts';
import { migrate, openDatabase, type Database } from '../../../server/src/platform/database/index.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import type { Verdict } from '../fan-out/judge.ts';
import type { BenchOptions } from '../options.ts';
import { fillPeople } from '../people/fill-people.ts';
import { fillPosts } from './fill-posts.ts';
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
async function fillRooms({ pool }: Database, people: number, report: FillReport): Promise<void> {
  const rooms = Math.ceil(people / PEOPLE_PER_ROOM);
  const { rows } = await pool.query<{ first: number }>('SELECT min(id) AS first FROM users');
  const first = rows[0]?.first ?? 1;
  for (let from = 1; from <= rooms; from += BATCH) {
    const to = Math.min(from + BATCH - 1, rooms);
    await pool.query(INSERT_ROOMS, [from, to, Math.max(1, people - MAX_MEMBERS), first]);
    report('rooms', to, rooms);
  }
}

const PASSWORD = 'one of very many';
const GB = 1024 ** 3;

/**
 * Fills an empty database, named by its address, with a dataset for starting a node on: users, follows, private chats,
 * rooms, posts and likes. Throws if the database has users. Users get no coins, because the ledger would need an entry
 * for each credit.
 */
export async function runFill({ people }: BenchOptions, databaseUrl: string) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const report = (what: string, done: number, of: number) =>
    console.log(`${seconds().toFixed(0).padStart(5)} s  ${what}: ${done} of ${of}`);
  const database = await openDatabase({
    databaseUrl,
    dataDir: createDataDir(),
    logger: createLogger('warn'),
  });
  try {
    await migrate(database);
    await assertNoUsers(database);
    const passwordHash = await createPasswordHasher().hash(PASSWORD);
    await fillPeople(database, people, { passwordHash, isQuiet: true, onProgress: report });
    await fillRooms(database, people, report);
    await fillPosts(database, people, report);
    report('statistics', 0, 1);
    await database.pool.query('VACUUM ANALYZE');
    const { rows } = await database.pool.query<{ name: string; bytes: number }>(
      `SELECT username AS name, pg_database_size(current_database()) AS bytes FROM users
       WHERE NOT is_guest ORDER BY id LIMIT 1`,
    );
    const [firstUser] = rows;
    console.log(`The password of all users is “${PASSWORD}”; ${firstUser?.name} has 500 conversations.`);
    const figure = (what: string, value: number, unit: string): Verdict => ({
      what: `${people} people: ${what}`,
      contender: 'postgres',
      value,
      goal: 0,
      unit,
      isReached: true,
    });
    return {
      verdicts: [
        figure('time to fill', seconds(), 's'),
        figure('size of the database', (firstUser?.bytes ?? 0) / GB, 'GB'),
      ],
    };
  } finally {
    await database.close();
  }
}

async function assertNoUsers({ pool }: Database): Promise<void> {
  const { rowCount } = await pool.query('SELECT 1 FROM users LIMIT 1');
  if (rowCount) throw new Error('The database already has users; it has to be empty.');
}
