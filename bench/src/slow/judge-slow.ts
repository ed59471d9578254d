import type { Verdict } from '../fan-out/judge.ts';
import { median } from '../measure/median.ts';
import type { SlowRun } from './slow.types.ts';

const MEMORY_GOAL_MB = 100;
const CUT_OFF_GOAL_SECONDS = 10;
const P99_GOAL = 2;
const MB = 1024 * 1024;

/**
 * Compares the figures with their goals; a goal of 0 means that there is none. Memory and disconnection time are the
 * worst of all rounds; latency is the median of the rounds.
 */
export function judgeSlow(contender: string, runs: readonly SlowRun[]): Verdict[] {
  const verdict = (what: string, value: number, goal: number, unit: string): Verdict => ({
    what: `150 read, 50 stopped: ${what}`,
    contender,
    value,
    goal,
    unit,
    isReached: value <= goal,
  });
  const medianOf = (figure: (run: SlowRun) => number) => median(runs.map(figure));
  const worst = (figure: (run: SlowRun) => number) => Math.max(...runs.map(figure));
  const stillConnected = worst((run) => run.stillConnected);
  return [
    verdict(
      'memory grows by at most',
      worst((run) => (run.residentDuring - run.residentBefore) / MB),
      MEMORY_GOAL_MB,
      'MB',
    ),
    verdict(
      'the last is cut off after',
      stillConnected > 0 ? Infinity : worst(({ cutOffSeconds }) => Math.max(...cutOffSeconds)),
      CUT_OFF_GOAL_SECONDS,
      's',
    ),
    verdict(
      'of it while the kernel took no more',
      worst(({ waitedSeconds }) => Math.max(0, ...waitedSeconds)),
      0,
      's',
    ),
    verdict(
      'p99 of the others against before',
      medianOf(({ before, during }) => during.latency.p99 / before.latency.p99),
      P99_GOAL,
      'x',
    ),
    verdict(
      'p50 of the others against before',
      medianOf(({ before, during }) => during.latency.p50 / before.latency.p50),
      0,
      'x',
    ),
    verdict(
      'p99 of the others before',
      medianOf(({ before }) => before.latency.p99),
      0,
      'ms',
    ),
    verdict(
      'confirmed a second',
      medianOf(({ during, before }) => during.confirmed / before.confirmed),
      0,
      'x',
    ),
    {
      ...verdict(
        'errors of the others',
        worst(({ during }) => during.errors),
        0,
        '',
      ),
      isZeroMeant: true,
    },
    verdict(
      'the most that the kernel held for one',
      worst(({ kernelBytes }) => kernelBytes / MB),
      0,
      'MB',
    ),
    verdict(
      'what the kernel still held when all were cut off',
      worst(({ leftBytes }) => leftBytes / MB),
      0,
      'MB',
    ),
  ];
}
