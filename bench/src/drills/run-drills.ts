import { drillFaults, type DrillName } from '../../../server/src/test/drills/drill-faults.fixture.ts';
import { runDrill, type DrillOutcome } from '../../../server/src/test/drills/run-drill.fixture.ts';
import type { BenchOptions } from '../options.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { judgeHerd } from './judge-herd.ts';
import { runHerd } from './run-herd.ts';

const CONTENDER = 'postgres';
/** A rolling restart is planned, so no user should wait longer than this. */
const ROLLING_WAIT_S = 5;
const CAUGHT_UP_S = 10;
/** Time limit of a node from SIGTERM to its exit. */
const DRAINING_S = 20;

/** Returns the figures of a drill with their goals: nothing lost or duplicated, short waits, complete recovery. */
function judgeDrills(outcome: DrillOutcome): Verdict[] {
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
    none('out of order', outcome.outOfOrder),
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

const SIZE = { nodes: 2, people: 200, roomSize: 20, perSecond: 100, settleSeconds: 20 };

/** Duration of each fault as defined by the objectives; 0 for a fault without a fixed duration. */
const FAULT_SECONDS: Readonly<Record<DrillName, number>> = {
  rolling: 0,
  killed: 0,
  stopped: 30,
  redis: 60,
  'redis hangs': 60,
  // A sentinel's usual time until it promotes a replica.
  'redis fails over': 30,
  // After its replica has taken over.
  "slot's server away": 20,
};

/** Runs the drills whose name contains `--only`, one after another; the herd (CL-07) is the last. */
export async function runDrills(options: BenchOptions, databaseUrl: string) {
  const outcomes: DrillOutcome[] = [];
  const names = Object.keys(drillFaults).filter(isDrillName);
  for (const name of names.filter((each) => each.includes(options.only))) {
    const size = { ...SIZE, faultSeconds: options.faultSeconds ?? FAULT_SECONDS[name] };
    const outcome = await runDrill(name, { databaseUrl, redisUrl: options.redisUrl ?? '' }, size);
    console.log(describeDrills([outcome]));
    outcomes.push(outcome);
  }
  const herd = 'herd'.includes(options.only) ? await runHerd(options, databaseUrl) : undefined;
  const verdicts = [...outcomes.flatMap(judgeDrills), ...(herd ? judgeHerd(herd) : [])];
  return { outcomes, herd, verdicts, tables: describeDrills(outcomes) };
}

function isDrillName(name: string): name is DrillName {
  return Object.hasOwn(drillFaults, name);
}

/** Returns the measurements of each drill, one line per figure. */
function describeDrills(outcomes: readonly DrillOutcome[]): string {
  return outcomes
    .map(({ drill, notes, unexpected, lostMessages, lateEvents, waits: _waits, ...figures }) => {
      const lines = Object.entries({ ...figures, ...notes }).map(
        ([name, value]) => `  ${name.padEnd(36)}${Math.round(value)}`,
      );
      return [
        drill,
        ...lines,
        ...[...lostMessages, ...lateEvents, ...unexpected].slice(0, 5).map((each) => `  ${each}`),
      ].join('\n');
    })
    .join('\n');
}
