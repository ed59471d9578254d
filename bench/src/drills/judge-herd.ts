import type { Verdict } from '../fan-out/judge.ts';
import type { HerdOutcome } from './run-herd.ts';

/** CL-07. */
const BACK_WITHIN_S = 20;
const MAX_P99_RATIO = 3;

/** Returns the figures of the herd with the goals of CL-07. */
export function judgeHerd(outcome: HerdOutcome): Verdict[] {
  const { people, returned, before, meanwhile } = outcome;
  const figure = (what: string, value: number, unit: string, goal = 0): Verdict => ({
    what: `herd of ${people}: ${what}`,
    contender: 'postgres',
    value,
    goal,
    unit,
    isReached: goal === 0 || value <= goal,
  });
  const none = (what: string, value: number): Verdict => ({
    ...figure(what, value, 'of them'),
    isZeroMeant: true,
    isReached: value === 0,
  });
  return [
    figure('all are back after', outcome.backAfter, 's', BACK_WITHIN_S),
    figure('half of them without a connection for', returned.p50, 's'),
    figure('p99 of others, against before', meanwhile.p99 / before.p99, 'x', MAX_P99_RATIO),
    figure('p50 of others, against before', meanwhile.p50 / before.p50, 'x'),
    figure('p50 of others before', before.p50, 'ms'),
    figure('p99 of others before', before.p99, 'ms'),
    figure('p50 of others meanwhile', meanwhile.p50, 'ms'),
    figure('p99 of others meanwhile', meanwhile.p99, 'ms'),
    none('do not hear their room afterwards', outcome.unheard),
    none('confirmed and lost', outcome.lost),
    none('doubled', outcome.doubled),
    none('missing sequences', outcome.gaps),
    none('never confirmed', outcome.unconfirmed),
    none('never seen by a member', outcome.missing),
    none('unexpected errors', outcome.unexpected.length),
    none('refused without a time', returned.untimed),
    figure('refusals for each', returned.refusals / people, 'times'),
    figure('refusals, at most', returned.mostRefusals, 'times'),
    figure('failed connections', returned.failures, 'of them'),
    figure('time that a node waited for a CPU', outcome.starved * 100, '%'),
    figure('CPU of an admission, of the node', outcome.admission.node, 'ms'),
    figure('CPU of an admission, of the database', outcome.admission.database, 'ms'),
    figure('CPU of both nodes for each', (outcome.cpuSeconds / people) * 1000, 'ms'),
  ];
}
