import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tx } from './database.types.ts';
import { isStaleStatement } from './preparing-client.ts';
import type { Tables } from './tables.ts';
import { isInsideTransaction, OpenTransactionError, runInside } from './transaction-scope.ts';
import type { TransactionRun } from './transaction-scope.ts';

const RETRIES = 3;
const RETRY_DELAY_MS = 10;
/** serialization_failure and deadlock_detected: a retry may succeed. */
const RETRYABLE_CODES: readonly unknown[] = ['40001', '40P01'];

/**
 * Returns the `transaction` function of a database: retries after serialization failures, deadlocks and stale
 * prepared statements, and runs effects only after COMMIT.
 */
export function createTransaction(db: Kysely<Tables>, logger: Logger) {
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (isInsideTransaction()) throw new OpenTransactionError();
    for (let attempt = 0; ; attempt += 1) {
      const run: TransactionRun = { open: true, effects: [] };
      try {
        const result = await db.transaction().execute((tx) => runInside(run, tx, work));
        runEffects(run.effects, logger);
        return result;
      } catch (error) {
        if (attempt === RETRIES || !isRetryable(error)) throw error;
        await delay(RETRY_DELAY_MS * 2 ** attempt * (1 + Math.random()));
      }
    }
  };
}

/** The rows are committed, so a failed effect must neither fail the command nor stop the other effects. */
function runEffects(effects: readonly (() => void)[], logger: Logger): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      logger.error({ err: error }, 'an effect after commit failed');
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (isStaleStatement(error)) return true;
  return error instanceof Error && 'code' in error && RETRYABLE_CODES.includes(error.code);
}
