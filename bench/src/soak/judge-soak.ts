import type { Verdict } from '../fan-out/judge.ts';
import type { SoakRun } from './describe-soak.ts';
import { perSecond } from './rates.ts';
import type { SoakPlan, SoakSample, SoakSeries } from './soak.types.ts';

const MB = 1024 * 1024;
/** Maximum rise of the regression line through the second half, first sample to last. */
const GOALS_MB = { resident: 20, heap: 4, external: 4 } as const;
const HOURS_GOAL = 4;

/**
 * Judges whether the resources of each node stay flat: they hardly rise in the second half, and open descriptors return to the
 * initial number after all users have left.
 */
export function judgeSoak(
  contender: string,
  { nodes, counts, seconds }: SoakRun,
  { rooms, pace }: SoakPlan,
): Verdict[] {
  const people = rooms.reduce((sum, { members }) => sum + members.length, 0);
  const expected = perSecond('room messages', people, pace) * seconds;
  const sent = counts.done['room messages'] ?? 0;
  const hours = ((seconds / 3600) * pace * sent) / expected;
  const failed = Object.values(counts.failed).reduce((sum, count) => sum + count, 0);
  const verdict = verdictOf(contender);
  return [
    {
      ...verdict('hours of normal traffic that it came to', hours, HOURS_GOAL, 'h'),
      isReached: hours >= HOURS_GOAL,
    },
    ...nodes.flatMap((series, node) =>
      judgeNode(nodes.length === 1 ? contender : `${contender}, node ${node + 1}`, series),
    ),
    { ...verdict('answers other than they should be', failed, 0, ''), isZeroMeant: true },
  ];
}

const verdictOf =
  (contender: string) =>
  (what: string, value: number, goal: number, unit: string): Verdict => ({
    what: `soak: ${what}`,
    contender,
    value,
    goal,
    unit,
    isReached: value <= goal,
  });

function judgeNode(name: string, { start, samples, end }: SoakSeries): Verdict[] {
  const verdict = verdictOf(name);
  // The pool opens and closes connections on demand.
  const open = (sample: SoakSample) => sample.descriptors - sample.databaseConnections;
  const late = samples.slice(Math.floor(samples.length / 2));
  const rise = (figure: keyof typeof GOALS_MB) =>
    verdict(
      `${figure} memory rises in the second half by`,
      riseOf(late.map((sample) => [sample.at, sample[figure] / MB])),
      GOALS_MB[figure],
      'MB',
    );
  return [
    rise('resident'),
    rise('heap'),
    rise('external'),
    verdict(
      'descriptors rise in the second half by',
      riseOf(late.map((sample) => [sample.at, open(sample)])),
      5,
      '',
    ),
    {
      ...verdict('descriptors more than before, when all have left', open(end) - open(start), 0, ''),
      isZeroMeant: true,
    },
    verdict('heap more than before, when all have left', (end.heap - start.heap) / MB, 0, 'MB'),
  ];
}

/** Returns the rise of the least-squares line through the points, from the first to the last. */
export function riseOf(points: readonly (readonly [at: number, value: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, meanValue] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const sumOfSquares = points.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  const slope =
    points.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - meanValue), 0) / sumOfSquares;
  return slope * ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0));
}
