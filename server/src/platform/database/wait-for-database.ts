import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isPassing } from './database-unavailable.ts';
import type { Database } from './database.types.ts';

const PATIENCE_MS = 60_000;
const TRY_EVERY_MS = 500;

/** The database was not there for as long as a start may wait; the message is one line for an operator. */
export class DatabaseNotThereError extends Error {
  override readonly name = 'DatabaseNotThereError';
}

/**
 * Resolves once the database answers: a node and its server may be started in any order. Says once that it waits. Throws
 * `DatabaseNotThereError` after 60 s, and at once what waiting does not mend, such as a wrong password.
 */
export async function waitForDatabase(
  { db }: Pick<Database, 'db'>,
  logger: Logger,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let isSaid = false; ; isSaid = true) {
    try {
      await sql`SELECT 1`.execute(db);
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      const reason = reasonOf(error);
      if (performance.now() > deadline)
        throw new DatabaseNotThereError(
          `The database did not answer for ${Math.round(patienceMs / 1_000)} seconds: ${reason}`,
          { cause: error },
        );
      if (!isSaid) logger.warn({ reason }, 'waiting for the database');
    }
    await delay(TRY_EVERY_MS);
  }
}

/** What lies at the bottom of an error, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // An address with several ways to it fails with one error for each.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first === undefined ? error.message || error.name : reasonOf(first);
}
