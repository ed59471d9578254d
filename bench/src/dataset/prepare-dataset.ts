import { EDIT_WINDOW_HOURS } from '@adda/contract/messages';
import { createMessages } from '../../../server/src/features/messages/index.ts';
import { migrate, openDatabase } from '../../../server/src/platform/database/index.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import { median } from '../measure/median.ts';
import { seedDataset } from './seed-dataset.ts';
import type { AddContent, Scenario, DatasetRoom } from './dataset.types.ts';

const MEASURED_COMMITS = 100;

type Target = {
  readonly dataDir: string;
  /** The embedded engine by default. */
  readonly databaseUrl: string | undefined;
  readonly jwtSecret: string;
};

export type PreparedDataset = { readonly scenarios: readonly DatasetRoom[][]; readonly commitMs: number };

/**
 * Fills a fresh database before its server starts, and measures the duration of a commit: one message, no other load.
 */
export async function prepareDataset(
  target: Target,
  scenarios: readonly Scenario[],
  addContent?: AddContent,
): Promise<PreparedDataset> {
  const database = await openDatabase({ ...target, logger: createLogger('warn') });
  try {
    await migrate(database);
    const commitMs = await measureCommit(database);
    const rooms = await seedDataset(database, target.jwtSecret, scenarios);
    await addContent?.(database, rooms);
    return { scenarios: rooms, commitMs };
  } finally {
    await database.close();
  }
}

/** Returns the median of the milliseconds that it takes to store one message. */
async function measureCommit(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO conversations (kind) VALUES ('room') RETURNING id`,
  );
  const conversationId = rows[0]?.id ?? 0;
  const messages = createMessages({
    database,
    logger: createLogger('warn'),
    edits: {
      wordFilter: { check: () => [], report: () => undefined },
      limiter: undefined,
      windowHours: EDIT_WINDOW_HOURS.default,
    },
    draftChanged: () => undefined,
    muteChanged: () => undefined,
  });
  const appender = messages.createMessageAppender<undefined>('room', () => undefined);
  const times: number[] = [];
  for (let count = 0; count < MEASURED_COMMITS; count += 1) {
    const started = performance.now();
    await appender.append(
      { conversationId, senderId: null, clientMessageId: null, content: `commit ${count}` },
      undefined,
    );
    times.push(performance.now() - started);
  }
  await messages.close();
  return median(times);
}
