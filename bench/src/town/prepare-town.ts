import { createMessages } from '../../../server/src/features/messages/index.ts';
import { migrate, openDatabase } from '../../../server/src/platform/database/index.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import { median } from '../measure/median.ts';
import { seedTown } from './seed-town.ts';
import type { Furnish, Quarter, TownRoom } from './town.types.ts';

const COMMITS_TIMED = 100;

type Place = {
  readonly dataDir: string;
  /** The embedded engine unless told. */
  readonly databaseUrl: string | undefined;
  readonly jwtSecret: string;
};

export type PreparedTown = { readonly quarters: readonly TownRoom[][]; readonly commitMs: number };

/** Fills a fresh database before its server starts, and takes the time of a commit there: one message, nothing else. */
export async function prepareTown(
  place: Place,
  quarters: readonly Quarter[],
  furnish?: Furnish,
): Promise<PreparedTown> {
  const database = await openDatabase({ ...place, logger: createLogger('warn') });
  try {
    await migrate(database);
    const commitMs = await timeCommit(database);
    const rooms = await seedTown(database, place.jwtSecret, quarters);
    await furnish?.(database, rooms);
    return { quarters: rooms, commitMs };
  } finally {
    await database.close();
  }
}

/** The median time that the writer takes to store one message. */
async function timeCommit(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO conversations (kind) VALUES ('room') RETURNING id`,
  );
  const conversationId = rows[0]?.id ?? 0;
  const messages = createMessages({ database, logger: createLogger('warn') });
  const lane = messages.openLane<undefined>('room', () => undefined);
  const times: number[] = [];
  for (let count = 0; count < COMMITS_TIMED; count += 1) {
    const started = performance.now();
    await lane.append(
      { conversationId, senderId: null, clientMessageId: null, content: `commit ${count}` },
      undefined,
    );
    times.push(performance.now() - started);
  }
  await messages.close();
  return median(times);
}
