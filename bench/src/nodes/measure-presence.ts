import { renewLease } from '../../../server/src/features/presence/leases.repository.ts';
import {
  addPresent,
  removePresent,
  touchLastActive,
} from '../../../server/src/features/presence/presence.repository.ts';
import { migrate, openDatabase } from '../../../server/src/platform/database/index.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import { createOwnDatabase } from '../../../server/src/test/own-database.fixture.ts';
import { createDataDir } from '../../../server/src/test/server-process.fixture.ts';
import { seedDataset } from '../dataset/seed-dataset.ts';
import { cpuSecondsOf, postgresBackendsOf } from '../measure/processes.ts';
import type { CostName } from './measured-costs.ts';

const USERS = 5000;
/** Users whose arrivals share a statement. */
const ARRIVE_TOGETHER = 5;
const VISITORS = 1000;
const RENEWALS = 20;
const ACTIVITIES = 6;
const LEASES = 4000;
const NODE = 'measured';
const SECRET = 'a secret for measurements, long enough to be taken';

export type PresenceRound = Readonly<Record<Extract<CostName, `presence ${string}`>, number>>;

/** A database with users, for the statements of presence. */
export type PresenceBench = {
  readonly measureRound: () => Promise<PresenceRound>;
  readonly close: () => Promise<void>;
};

/** Creates the database on a PostgreSQL server on this machine. */
export async function openPresenceBench(serverUrl: string): Promise<PresenceBench> {
  const own = await createOwnDatabase(serverUrl);
  const database = await openDatabase({
    databaseUrl: own.url,
    dataDir: createDataDir(),
    logger: createLogger('warn'),
  });
  const close = async () => {
    await database.close();
    await own.drop();
  };
  try {
    await migrate(database);
    await seedDataset(database, SECRET, [{ rooms: 1, membersPerRoom: USERS }]);
    const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM users ORDER BY id');
    const userIds = rows.map(({ id }) => id);
    await renewLease(database.db, NODE);
    await addPresent(database.db, NODE, userIds);
    return { close, measureRound: () => measureRound(database, own.name, userIds) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function measureRound(
  database: Database,
  databaseName: string,
  userIds: readonly number[],
): Promise<PresenceRound> {
  const { db, pool } = database;
  const microsOf = (work: () => Promise<unknown>) => backendMicros(databaseName, work);
  // Otherwise autovacuum would clean up at a random moment.
  await pool.query('VACUUM presence, users');
  const renewing = await microsOf(async () => {
    for (let count = 0; count < RENEWALS; count += 1) await renewRows(database, userIds);
  });
  await renewLease(db, NODE);
  let touching = 0;
  for (let count = 0; count < ACTIVITIES; count += 1) {
    await makeIdle(database);
    touching += await microsOf(() => touchLastActive(db, userIds));
  }
  const visitors = userIds.slice(0, VISITORS);
  await removePresent(db, NODE, visitors);
  await makeIdle(database);
  const visiting = await microsOf(async () => {
    for (let first = 0; first < VISITORS; first += ARRIVE_TOGETHER) {
      const group = visitors.slice(first, first + ARRIVE_TOGETHER);
      await renewLease(db, NODE);
      await addPresent(db, NODE, group);
      await touchLastActive(db, group);
      await removePresent(db, NODE, group);
      await touchLastActive(db, group);
    }
  });
  await addPresent(db, NODE, visitors);
  const leasing = await microsOf(async () => {
    for (let count = 0; count < LEASES; count += 1) await renewLease(db, NODE);
  });
  return {
    'presence renewal': renewing / RENEWALS / USERS,
    'presence activity': touching / ACTIVITIES / USERS,
    'presence visit': visiting / VISITORS,
    'presence lease': leasing / LEASES,
  };
}

/** Renews the row of each user, as every node did before leases (ADR 60). */
async function renewRows({ pool }: Database, userIds: readonly number[]): Promise<void> {
  await pool.query(
    `INSERT INTO presence (user_id, node_id, online_until)
     SELECT unnest($1::bigint[]), $2, now() + interval '30 seconds'
     ON CONFLICT (user_id, node_id) DO UPDATE SET online_until = excluded.online_until`,
    [userIds, NODE],
  );
}

/** Lets the last activity of all users be written again. */
async function makeIdle({ pool }: Database): Promise<void> {
  await pool.query(`UPDATE users SET last_active_at = now() - interval '2 minutes'`);
}

/** Returns the CPU microseconds of all backends of a database during some work. */
async function backendMicros(databaseName: string, work: () => Promise<unknown>): Promise<number> {
  const before = new Map(postgresBackendsOf(databaseName).map((pid) => [pid, cpuSecondsOf(pid)]));
  await work();
  const after = postgresBackendsOf(databaseName).map((pid) => cpuSecondsOf(pid) - (before.get(pid) ?? 0));
  return after.reduce((sum, seconds) => sum + seconds, 0) * 1e6;
}
