import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isTransient } from './database-unavailable.ts';
import type { Database } from './database.types.ts';

const TIMEOUT_MS = 60_000;
const TRY_EVERY_MS = 500;

/**
 * Thrown when the database is not available within the time a start may wait. The message is one line for the
 * operator.
 */
export class DatabaseNotThereError extends Error {
  override readonly name = 'DatabaseNotThereError';
}

/**
 * Resolves once the database responds, so that a node and its database server may start in any order. Logs once that
 * it waits. Throws `DatabaseNotThereError` after 60 s, and immediately for errors that waiting does not fix, such as
 * a wrong password.
 */
export async function waitForDatabase(
  { db }: Pick<Database, 'db'>,
  logger: Logger,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let hasLogged = false; ; hasLogged = true) {
    try {
      await sql`SELECT 1`.execute(db);
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
      const reason = reasonOf(error);
      if (performance.now() > deadline)
        throw new DatabaseNotThereError(
          `The database did not answer for ${Math.round(timeoutMs / 1_000)} seconds: ${reason}`,
          { cause: error },
        );
      if (!hasLogged) logger.warn({ reason }, 'waiting for the database');
    }
    await delay(TRY_EVERY_MS);
  }
}

/** Returns the message of the root cause of an error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // An address that resolves to several IPs fails with one error for each.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first === undefined ? error.message || error.name : reasonOf(first);
}
