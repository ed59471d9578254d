import { median } from '../measure/median.ts';
import type { Comparison, Measurement } from './fan-out.types.ts';
import type { Goals } from './shapes.ts';
import { nameOf } from './shapes.ts';

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

/** Compares each round of Adda with the reference's same round, and returns the medians. */
export function judge(comparison: Comparison, goals: Goals): Verdict[] {
  const contenders = (['embedded', 'postgres'] as const).filter((name) => comparison.runs[name]?.length);
  return contenders.flatMap((contender) => {
    const shape = nameOf(comparison.shape);
    // Round by round, because the load of other processes varies.
    const medianOf = (compareRound: (mine: Measurement, theirs: Measurement) => number) =>
      median(
        (comparison.runs[contender] ?? []).flatMap((mine, round) => {
          const theirs = comparison.runs.reference?.[round];
          return theirs ? [compareRound(mine, theirs)] : [];
        }),
      );
    const ratio = (figure: Figure) => medianOf((mine, theirs) => figure(mine) / figure(theirs));
    const verdict = (what: string, value: number, goal: number, unit: string, atLeast: boolean) => ({
      what: `${shape}: ${what}`,
      contender,
      value,
      goal,
      unit,
      isReached: atLeast ? value >= goal : value <= goal,
    });
    if (goals.kind === 'calm') {
      const p99 = ratio((run) => run.latency.p99);
      const extra = medianOf((mine, theirs) => mine.latency.p50 - theirs.latency.p50);
      const allowed = goals.commitsOnP50 * (comparison.commitMs[contender] ?? 0);
      return [
        verdict('p99 until the last has it', p99, goals.p99, 'x', false),
        verdict('p50 more than the reference', extra, allowed, 'ms', false),
      ];
    }
    const efficiency = ratio((run) => run.deliveries / run.cpuSeconds);
    return [
      verdict(
        'confirmed a second',
        ratio((run) => run.confirmed / run.seconds),
        goals.confirmed[contender],
        'x',
        true,
      ),
      verdict(
        'deliveries per CPU second',
        efficiency,
        // The embedded engine runs in the server's own process and has no goal here.
        contender === 'postgres' ? goals.efficiency : 0,
        'x',
        true,
      ),
    ];
  });
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
