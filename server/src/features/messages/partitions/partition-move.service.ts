import { setTimeout as delay } from 'node:timers/promises';
import { isTransient, type Database } from '../../../platform/database/index.ts';
import * as move from './partition-move.repository.ts';

/** Messages that one transaction copies: a few tens of milliseconds. */
const BATCH = 1_000;
/** Failures in a row, for example while the database restarts or a lock is not granted, before the move gives up. */
const FAILURES = 600;
/** Pause after a failure. */
const RETRY_MS = 500;

/** What a step did. Only `done` is the end. */
export type Step =
  | 'vacuum held off'
  | 'begun'
  | 'begun anew'
  | 'copied'
  | 'analyzed'
  | 'key dropped'
  | 'done';

type MoveOptions = {
  /** Messages of one transaction. */
  readonly batch?: number;
  /** Called after each step, with how far the move is. */
  readonly onStep?: (step: Step, progress: move.Move | undefined) => void;
};

/**
 * Takes the next step of moving `messages` to partitions, in one transaction (CL-06). What was done is in the database, so the
 * steps may be taken by several processes, and a step that is interrupted is taken again. ADR 63 has the reasons.
 */
export function takeStep(database: Pick<Database, 'transaction'>, batch = BATCH): Promise<Step> {
  return database.transaction(async (tx) => {
    await move.lockMove(tx);
    if ((await move.readForm(tx)) === 'partitioned') return 'done';
    const state = await move.readMove(tx);
    if (!state) {
      if (await move.isVacuumHeldOff(tx)) {
        await move.createTarget(tx);
        await move.mirrorWrites(tx);
        return 'begun';
      }
      await move.holdOffVacuum(tx);
      return 'vacuum held off';
    }
    if (state.step === 'copy') {
      if ((await move.copyBatch(tx, state, batch)) < batch) await move.enterStep(tx, 'analyze');
      return 'copied';
    }
    if (state.step === 'analyze') {
      await move.analyzeTarget(tx);
      await move.enterStep(tx, 'swap');
      return 'analyzed';
    }
    if (await move.dropForeignKey(tx)) return 'key dropped';
    await move.lockMessages(tx);
    if (!(await move.hasSameForm(tx))) {
      await move.discardTarget(tx);
      return 'begun anew';
    }
    await move.swapTables(tx);
    return 'done';
  });
}

/**
 * Moves `messages` to partitions while the installation runs. A pause after each step is as long as the step, so that the
 * move takes at most half of what one connection can do. Failures of the database and locks that are not granted are tried
 * again. Ends early, with an error, when the database is closed.
 */
export async function moveToPartitions(
  database: Database,
  { batch, onStep = () => {} }: MoveOptions = {},
): Promise<void> {
  for (let failures = 0; ;) {
    const startedAt = performance.now();
    try {
      const step = await takeStep(database, batch);
      failures = 0;
      onStep(step, await move.readMove(database.db));
      if (step === 'done') return;
      await delay(performance.now() - startedAt);
    } catch (error) {
      failures += 1;
      if (!isTransient(error) || failures > FAILURES) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** Gives up an unfinished move: removes its tables and triggers. Returns false when there is none. */
export function cancelMove(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    await move.lockMove(tx);
    if ((await move.readForm(tx)) === 'partitioned') return false;
    if (!(await move.readMove(tx)) && !(await move.isVacuumHeldOff(tx))) return false;
    await move.discardTarget(tx);
    return true;
  });
}
