import { migrate, openDatabase, type Database } from '../../../server/src/platform/database/index.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import { createOwnDatabase } from '../../../server/src/test/own-database.fixture.ts';
import { createDataDir } from '../../../server/src/test/server-process.fixture.ts';
import { seedDataset } from '../dataset/seed-dataset.ts';

const ROOMS = 10;
const MEMBERS = 100;
const SECRET = 'a secret for measurements, long enough to be taken';

/** A user who sends and receives gifts. */
export type Giver = { readonly userId: number; readonly username: string };

/** A room with its members. */
export type GiftRoom = { readonly groupId: string; readonly members: readonly Giver[] };

/** A database with rooms of users who have more coins than they can give. */
export type GiftServer = {
  readonly database: Database;
  readonly url: string;
  readonly rooms: readonly GiftRoom[];
  readonly dispose: () => Promise<void>;
};

/** Creates the database on a PostgreSQL server; `connections` is the pool size. */
export async function openGiftServer(serverUrl: string, connections: number): Promise<GiftServer> {
  const own = await createOwnDatabase(serverUrl);
  const logger = createLogger('warn');
  const database = await openDatabase({
    databaseUrl: own.url,
    dataDir: createDataDir(),
    logger,
    poolSize: connections,
  });
  await migrate(database);
  const [scenario = []] = await seedDataset(database, SECRET, [{ rooms: ROOMS, membersPerRoom: MEMBERS }]);
  await createMembersWithCoins(database);
  const { rows } = await database.pool.query<{ id: number; username: string }>(
    'SELECT id, username FROM users',
  );
  const idOf = new Map(rows.map(({ id, username }) => [username, id]));
  return {
    database,
    url: own.url,
    rooms: scenario.map(({ groupId, members }) => ({
      groupId,
      members: members.map(({ username }) => ({ username, userId: idOf.get(username) ?? 0 })),
    })),
    async dispose() {
      await database.close();
      await own.drop();
    },
  };
}

/** Guests receive no gifts, so all users become registered accounts. */
async function createMembersWithCoins({ pool }: Database): Promise<void> {
  await pool.query(
    `UPDATE users SET is_guest = false, email = username || '@mail.example', password_hash = '-'`,
  );
  await pool.query('UPDATE wallets SET balance = 1000000000000, bought = 1000000000000');
}
