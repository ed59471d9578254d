import { createDataDir } from '../../../server/src/test/server-process.fixture.ts';
import { createPasswordHasher } from '../../../server/src/features/accounts/password-hash.service.ts';
import { migrate, openDatabase, type Database } from '../../../server/src/platform/database/index.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import type { Verdict } from '../fan-out/judge.ts';
import type { BenchOptions } from '../options.ts';
import { fillPeople } from '../people/fill-people.ts';
import { fillPosts } from './fill-posts.ts';
import { fillRooms } from './fill-rooms.ts';

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
