import type { DrillOutcome } from '../../../server/src/test/drills/run-drill.fixture.ts';
import type { Verdict } from '../fan-out/judge.ts';

const CONTENDER = 'postgres';
/** A rolling restart is planned, so no user should wait longer than this. */
const ROLLING_WAIT_S = 5;
const CAUGHT_UP_S = 10;
/** Time limit of a node from SIGTERM to its exit. */
const DRAINING_S = 20;

/** Returns the figures of a drill with their goals: nothing lost or duplicated, short waits, complete recovery. */
export function judgeDrills(outcome: DrillOutcome): Verdict[] {
  const { drill, notes } = outcome;
  const none = (what: string, value: number): Verdict => ({
    what: `${drill}: ${what}`,
    contender: CONTENDER,
    value,
    goal: 0,
    isZeroMeant: true,
    unit: 'of them',
    isReached: value === 0,
  });
  const within = (what: string, milliseconds: number, goal: number): Verdict => ({
    what: `${drill}: ${what}`,
    contender: CONTENDER,
    value: milliseconds / 1000,
    goal,
    unit: 's',
    isReached: goal === 0 || milliseconds / 1000 <= goal,
  });
  const drained = Object.entries(notes).filter(([name]) => name.startsWith('draining'));
  const codes = Object.entries(notes).filter(([name]) => name.startsWith('exit code'));
  return [
    none('confirmed and lost', outcome.lost),
    none('doubled', outcome.doubled),
    none('missing sequences', outcome.gaps),
    none('never confirmed', outcome.unconfirmed),
    none('never seen by a member', outcome.missing),
    none('unexpected errors', outcome.unexpected.length),
    within(
      'longest wait for a confirmation',
      outcome.longestWaitMs,
      drill === 'rolling' ? ROLLING_WAIT_S : 0,
    ),
    within('all members had caught up after', outcome.caughtUpMs, CAUGHT_UP_S),
    within('longest way to the last member', outcome.longestDeliveryMs, 0),
    ...drained.map(([name, milliseconds]) => within(name.replace(' ms', ''), milliseconds, DRAINING_S)),
    ...codes.map(([name, code]) => none(name, code)),
  ];
}
