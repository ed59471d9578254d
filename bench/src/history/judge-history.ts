import type { Verdict } from '../fan-out/judge.ts';
import { median } from '../measure/median.ts';
import type { ProbeRun } from './history.types.ts';

/** Returns the slowdown of the large room at its median: per round, then the median of the rounds. */
export function judgeHistory(runs: readonly ProbeRun[]): Verdict[] {
  return runs.map(({ contender, probe, goal, rounds }) => {
    const value = median(rounds.map(({ small, large }) => large.p50 / small.p50));
    return { what: probe, contender, value, goal, unit: 'x', isReached: value <= goal };
  });
}
