import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './database.types.ts';

/** One run of a transaction's work, with the effects that run after its commit. */
export type TransactionRun = { open: boolean; effects: (() => void)[] };

const currentRun = new AsyncLocalStorage<TransactionRun>();
const runs = new WeakMap<Tx, TransactionRun>();

/** Thrown when the pool is used inside an open transaction, which would deadlock. */
export class OpenTransactionError extends Error {
  override readonly name = 'OpenTransactionError';

  constructor() {
    super('A transaction is open here: pass its tx along instead of using the database or its pool.');
  }
}

/** Whether this code runs inside the work of an open transaction. */
export function isInsideTransaction(): boolean {
  return currentRun.getStore()?.open === true;
}

/** Runs the work inside the transaction and marks the run as closed afterwards. */
export async function runInside<T>(run: TransactionRun, tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  runs.set(tx, run);
  try {
    return await currentRun.run(run, () => work(tx));
  } finally {
    run.open = false;
  }
}

/**
 * Runs the effect after the transaction commits, and never after a rollback. Throws unless `tx` is an open
 * transaction of `database.transaction`.
 */
export function afterCommit(tx: Tx, effect: () => void): void {
  const run = runs.get(tx);
  if (!run?.open) throw new Error('afterCommit needs an open transaction made by database.transaction.');
  run.effects.push(effect);
}
