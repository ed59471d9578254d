import { CommandRefused, type AdminCommands } from '../../../platform/admin-socket/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { estimateMessages, readForm, readLockSlots } from './partition-move.repository.ts';
import { cancelMove, moveToPartitions } from './partition-move.service.ts';

const USAGE = 'partition-messages [cancel]';
/**
 * Locks of a transaction that looks into all partitions: 64 tables with six indexes each, and what it needs besides. All
 * connections of a node may hold as many at once.
 */
const LOCKS = 512;
const CONNECTIONS = 10;
/** Copied messages between two lines of progress. */
const TELL_EVERY = 10_000;

/**
 * `npm run admin -- partition-messages` (CL-06): moves `messages` to 64 partitions while the installation runs, or goes on with an
 * interrupted move; `cancel` gives an unfinished one up.
 */
export function createPartitionCommands(database: Database): AdminCommands {
  return {
    'partition-messages': {
      usage: USAGE,
      async run([what], tell) {
        if (what !== undefined && what !== 'cancel')
          throw new CommandRefused(`Usage: npm run admin -- ${USAGE}`);
        if (database.engine === 'embedded')
          throw new CommandRefused('Only a PostgreSQL server can have partitions; see DATABASE_URL.');
        if (what === 'cancel')
          return (await cancelMove(database))
            ? 'The move is given up; messages are in one table as before.'
            : 'No move is unfinished.';
        if ((await readForm(database.db)) === 'partitioned') return 'The messages are in partitions already.';
        if ((await readLockSlots(database.db)) < LOCKS * CONNECTIONS)
          throw new CommandRefused(
            `PostgreSQL has room for too few locks: set max_locks_per_transaction to ${LOCKS} and restart it.`,
          );
        await move(database, tell);
        return 'The messages are in partitions.';
      },
    },
  };
}

async function move(database: Database, tell: (line: string) => void): Promise<void> {
  const all = await estimateMessages(database.db);
  let told = 0;
  await moveToPartitions(database, {
    onStep: (step, copied) => {
      if (step !== 'copied') return tell(step);
      if (copied < told + TELL_EVERY) return;
      told = copied;
      tell(`${copied} messages of about ${all} are copied`);
    },
  });
}
