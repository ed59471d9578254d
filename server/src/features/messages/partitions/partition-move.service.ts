import { setTimeout as delay } from 'node:timers/promises';
import { isTransient, type Database, type Tx } from '../../../platform/database/index.ts';
import * as move from './partition-move.repository.ts';

/** Messages that one transaction copies: a few tens of milliseconds. */
const BATCH = 1_000;
/** Failures in a row, for example while the database restarts or a lock is not granted, before the move gives up. */
const FAILURES = 600;
/** Pause after a failure. */
const RETRY_MS = 500;

/** What a step did. `done` is the end; `none`: no move has begun, and none may begin. */
export type Step =
  | 'none'
  | 'vacuum held off'
  | 'begun'
  | 'begun anew'
  | 'copied'
  | 'last copied'
  | 'analyzed'
  | 'done';

type StepOptions = {
  /** Messages of one transaction. */
  readonly batch?: number;
  /** Whether a move may begin; otherwise one is only continued. */
  readonly mayBegin?: boolean;
};

/**
 * Takes the next step of moving `messages` to partitions, in one transaction (CL-06). What was done is in the database, so the
 * steps may be taken by several processes, and a step that is interrupted is taken again. ADR 63 has the reasons. Returns how
 * many messages were copied before.
 */
export function takeStep(
  database: Pick<Database, 'transaction'>,
  { batch = BATCH, mayBegin = true }: StepOptions = {},
): Promise<{ readonly step: Step; readonly copied: number }> {
  return database.transaction(async (tx) => {
    await move.lockMove(tx);
    const isDone = (await move.readForm(tx)) === 'partitioned';
    const state = isDone ? undefined : await move.readMove(tx);
    const copied = state?.copied ?? 0;
    if (isDone) return { step: 'done', copied };
    if (state) return { step: await goOn(tx, state, batch), copied };
    return { step: mayBegin ? await begin(tx) : 'none', copied };
  });
}

async function begin(tx: Tx): Promise<Step> {
  if (!(await move.isVacuumHeldOff(tx))) {
    await move.holdOffVacuum(tx);
    return 'vacuum held off';
  }
  await move.createTarget(tx);
  await move.mirrorWrites(tx);
  return 'begun';
}

async function goOn(tx: Tx, state: move.Move, batch: number): Promise<Step> {
  if (state.step === 'copy') {
    if ((await move.copyBatch(tx, state, batch)) === batch) return 'copied';
    await move.enterStep(tx, 'analyze');
    return 'last copied';
  }
  if (state.step === 'analyze') {
    await move.analyzeTarget(tx);
    await move.enterStep(tx, 'swap');
    return 'analyzed';
  }
  await move.lockMessages(tx);
  if (await move.hasSameForm(tx)) {
    await move.swapTables(tx);
    return 'done';
  }
  await move.discardTarget(tx);
  return 'begun anew';
}

/**
 * Moves `messages` to partitions while the installation runs. A pause after each step is as long as the step, so that the
 * move takes at most half of what one connection can do. Failures of the database and locks that are not granted are tried
 * again. Ends early, with an error, when the database is closed or another process gives the move up. `onStep` is called after
 * each step.
 */
export async function moveToPartitions(
  database: Database,
  options: { readonly batch?: number; readonly onStep?: (step: Step, copied: number) => void } = {},
): Promise<void> {
  let mayBegin = true;
  for (;;) {
    const startedAt = performance.now();
    const { step, copied } = await retry(() => takeStep(database, { ...options, mayBegin }));
    if (step === 'none') throw new Error('The move was given up by another command.');
    mayBegin = step === 'vacuum held off' || step === 'begun anew';
    options.onStep?.(step, copied);
    if (step === 'done') return;
    await delay(performance.now() - startedAt);
  }
}

/** Gives up an unfinished move: removes its tables and triggers. Returns false when there is none. */
export function cancelMove(database: Database): Promise<boolean> {
  const cancel = async (tx: Tx) => {
    await move.lockMove(tx);
    if ((await move.readForm(tx)) === 'partitioned') return false;
    if (!(await move.readMove(tx)) && !(await move.isVacuumHeldOff(tx))) return false;
    await move.discardTarget(tx);
    return true;
  };
  return retry(() => database.transaction(cancel));
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || failures > FAILURES) throw error;
      await delay(RETRY_MS);
    }
  }
}
