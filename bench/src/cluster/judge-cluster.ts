import type { Comparison, Measurement } from '../fan-out/fan-out.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { nameOf } from '../fan-out/shapes.ts';
import { median } from '../measure/median.ts';

/** Maximum CPU per delivery on two nodes, relative to one node. */
const CPU_GOAL = 1.3;
/** Maximum p99 latency on the other node under light load, relative to the sender's own node. */
const FAR_GOAL = 2;

/** CPU seconds per delivery, by component. */
const costs = {
  'CPU per delivery, nodes and Redis': (run: Measurement) =>
    (run.cpuSeconds + run.redisCpuSeconds) / run.deliveries,
  'CPU per delivery, and PostgreSQL': (run: Measurement) =>
    (run.cpuSeconds + run.redisCpuSeconds + run.databaseCpuSeconds) / run.deliveries,
};

/** Compares each round on two nodes with the same round on one, and returns the medians. */
export function judgeCluster({ shape, runs }: Comparison): Verdict[] {
  const two = runs['two nodes'] ?? [];
  const verdict = (what: string, value: number, goal: number, unit: string): Verdict => ({
    what: `${nameOf(shape)}: ${what}`,
    contender: 'two nodes',
    value,
    goal,
    unit,
    isReached: goal === 0 || value <= goal,
  });
  const cpu = Object.entries(costs).map(([what, cost]) => {
    const rounds = two.flatMap((mine, round) => {
      const theirs = runs.postgres?.[round];
      return theirs ? [cost(mine) / cost(theirs)] : [];
    });
    return verdict(what, median(rounds), CPU_GOAL, 'x');
  });
  const lost = Math.max(...two.map(({ undelivered, errors }) => undelivered + errors));
  const losses: Verdict = {
    ...verdict('not delivered, or errors', lost, 0, ''),
    isZeroMeant: true,
    isReached: lost === 0,
  };
  /** Latency on the other node, relative to the sender's own node. */
  const far = (percentile: 'p50' | 'p99') =>
    median(two.flatMap(({ near, far: other }) => (other ? [other[percentile] / near[percentile]] : [])));
  if (shape.mode.kind === 'full') return [...cpu, losses];
  return [
    ...cpu,
    verdict('p99 on the other node', far('p99'), FAR_GOAL, 'x'),
    verdict('p50 on the other node', far('p50'), 0, 'x'),
    losses,
  ];
}
