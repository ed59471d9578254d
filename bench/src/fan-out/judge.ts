import type { ContenderName } from '../contenders/contender.types.ts';
import { median } from '../measure/median.ts';
import type { Comparison, Measurement } from './fan-out.types.ts';
import { EMBEDDED_SHARE, nameOf, type Goals } from './shapes.ts';

/** One figure and its goal. */
export type Verdict = {
  readonly what: string;
  /** The measured contender, for example `postgres` or `two nodes`. */
  readonly contender: string;
  readonly value: number;
  /** 0 if the figure has no goal, unless `isZeroMeant`. */
  readonly goal: number;
  /** The goal really is zero, as for lost messages. */
  readonly isZeroMeant?: boolean;
  readonly unit: string;
  readonly isReached: boolean;
};

type Figure = (run: Measurement) => number;
type FullGoals = Extract<Goals, { kind: 'full' }>;
type CalmGoals = Extract<Goals, { kind: 'calm' }>;

/** Compares each round of Adda with the same round of the reference and of the floor, and returns the medians. */
export function judge(comparison: Comparison, goals: Goals): Verdict[] {
  const contenders = (['embedded', 'postgres'] as const).filter((name) => comparison.runs[name]?.length);
  return contenders.flatMap((contender) =>
    goals.kind === 'calm' ? judgeCalm(comparison, goals, contender) : judgeFull(comparison, goals, contender),
  );
}

type OwnName = Extract<ContenderName, 'embedded' | 'postgres'>;
type Baseline = Extract<ContenderName, 'reference' | 'floor'>;

/** Returns functions that compare a contender with a baseline, and that make a verdict of its figures. */
function comparisonOf({ shape, runs }: Comparison, contender: OwnName) {
  // Round by round, because the load of other processes varies.
  const medianOf = (baseline: Baseline, compareRound: (mine: Measurement, theirs: Measurement) => number) =>
    median(
      (runs[contender] ?? []).flatMap((mine, round) => {
        const theirs = runs[baseline]?.[round];
        return theirs ? [compareRound(mine, theirs)] : [];
      }),
    );
  const ratio = (figure: Figure, baseline: Baseline = 'reference') =>
    medianOf(baseline, (mine, theirs) => figure(mine) / figure(theirs));
  const verdict = (what: string, value: number, goal: number, unit: string, atLeast: boolean): Verdict => ({
    what: `${nameOf(shape)}: ${what}`,
    contender,
    value,
    goal,
    unit,
    isReached: atLeast ? value >= goal : value <= goal,
  });
  return { medianOf, ratio, verdict };
}

function judgeCalm(comparison: Comparison, goals: CalmGoals, contender: OwnName): Verdict[] {
  const { medianOf, ratio, verdict } = comparisonOf(comparison, contender);
  const p99 = ratio(({ latency }) => latency.p99);
  const extra = medianOf('reference', (mine, theirs) => mine.latency.p50 - theirs.latency.p50);
  const allowed = goals.commitsOnP50 * (comparison.commitMs[contender] ?? 0);
  return [
    verdict('p99 until the last has it', p99, goals.p99, 'x', false),
    verdict('p50 more than the reference', extra, allowed, 'ms', false),
  ];
}

function judgeFull(comparison: Comparison, goals: FullGoals, contender: OwnName): Verdict[] {
  const { ratio, verdict } = comparisonOf(comparison, contender);
  const share = contender === 'embedded' ? EMBEDDED_SHARE : 1;
  const confirmed: Figure = (run) => run.confirmed / run.seconds;
  const ofFloor = verdict(
    'confirmed a second, of the floor',
    ratio(confirmed, 'floor'),
    (goals.ofFloor ?? 0) * share,
    'x',
    true,
  );
  return [
    verdict('confirmed a second', ratio(confirmed), goals.confirmed * share, 'x', true),
    ofFloor,
    verdict(
      'p99 until the last has it',
      ratio(({ latency }) => latency.p99),
      (goals.p99 ?? 0) / share,
      'x',
      false,
    ),
    verdict(
      'deliveries per CPU second',
      ratio((run) => run.deliveries / run.cpuSeconds),
      // The embedded engine runs in the server's own process and has no goal here.
      contender === 'postgres' ? goals.efficiency : 0,
      'x',
      true,
    ),
  ];
}

/** Limits for a change: minimum throughput ratio under full load, maximum latency ratio under light load. */
const MIN_THROUGHPUT_RATIO = 0.97;
const MAX_LATENCY_RATIO = 1 / MIN_THROUGHPUT_RATIO;

/** Compares with an earlier version of Adda, round by round, if one was measured too; its runs are named `… before`. */
export function judgeAgainst({ shape, runs }: Comparison): Verdict[] {
  return (['embedded', 'postgres'] as const).flatMap((contender) => {
    const before = runs[`${contender} before`] ?? [];
    const after = runs[contender] ?? [];
    if (before.length === 0) return [];
    const ratio = (figure: Figure) =>
      median(
        after.flatMap((mine, round) => {
          const theirs = before[round];
          return theirs ? [figure(mine) / figure(theirs)] : [];
        }),
      );
    const verdict = (what: string, value: number, goal: number): Verdict => ({
      what: `${nameOf(shape)}: ${what} against before`,
      contender,
      value,
      goal,
      unit: 'x',
      isReached: goal < 1 ? value >= goal : value <= goal,
    });
    if (shape.mode.kind === 'calm')
      return [
        verdict(
          'p50',
          ratio(({ latency }) => latency.p50),
          MAX_LATENCY_RATIO,
        ),
        // The p99 of one round under light load consists of a handful of messages.
        verdict(
          'p99',
          ratio(({ latency }) => latency.p99),
          0,
        ),
      ];
    return [
      verdict(
        'confirmed a second',
        ratio((run) => run.confirmed / run.seconds),
        MIN_THROUGHPUT_RATIO,
      ),
      verdict(
        'deliveries per CPU second',
        ratio((run) => run.deliveries / run.cpuSeconds),
        MIN_THROUGHPUT_RATIO,
      ),
    ];
  });
}
