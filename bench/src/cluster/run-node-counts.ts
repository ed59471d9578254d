import { startAdda } from '../contenders/adda.ts';
import type { Contender, ContenderName } from '../contenders/contender.types.ts';
import { describeRuns, type Columns } from '../fan-out/describe-runs.ts';
import type { Comparison, Measurement, Shape } from '../fan-out/fan-out.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { measure } from '../fan-out/measure.ts';
import { scenariosOf } from '../fan-out/run-fan-out.ts';
import { nameOf } from '../fan-out/shapes.ts';
import { median } from '../measure/median.ts';
import type { BenchOptions } from '../options.ts';

/** Maximum of a figure with more nodes, relative to two nodes. */
const GOAL = 1.1;
/** Nodes with clients. */
const HEARING = 2;
const WARM_UP_SECONDS = 2;

/** CPU per delivery of the nodes that hear, and of Redis per message, which is all that a message should cost. */
const costs = {
  'nodes that hear, CPU per delivery': (run: Measurement) => run.cpuSeconds / run.deliveries,
  'Redis, CPU per message': (run: Measurement) => run.redisCpuSeconds / run.confirmed,
};

const emptyCount = (name: ContenderName): number => Number.parseInt(name, 10) - HEARING;

/** Compares each round with more nodes with the same round with two nodes, and returns the medians. */
export function judgeNodeCounts({ shape, runs }: Comparison): Verdict[] {
  const counts = (Object.keys(runs) as ContenderName[]).filter((name) => emptyCount(name) > 0);
  return counts.flatMap((contender) => {
    const mine = runs[contender] ?? [];
    const verdict = (what: string, value: number, goal: number, unit: string): Verdict => ({
      what: `${nameOf(shape)}: ${what}`,
      contender,
      value,
      goal,
      unit,
      isReached: goal === 0 || value <= goal,
    });
    const ratios = Object.entries(costs).map(([what, cost]) => {
      const rounds = mine.flatMap((run, round) => {
        const two = runs['two nodes']?.[round];
        return two ? [cost(run) / cost(two)] : [];
      });
      return verdict(what, median(rounds), GOAL, 'x');
    });
    const empty = median(mine.map((run) => emptyMicros(run) / emptyCount(contender)));
    const lost = Math.max(...mine.map(({ undelivered, errors }) => undelivered + errors));
    return ratios.concat([
      verdict('an empty node, CPU per message', empty, 0, 'µs'),
      { ...verdict('not delivered, or errors', lost, 0, ''), isZeroMeant: true, isReached: lost === 0 },
    ]);
  });
}

const emptyMicros = (run: Measurement): number => (run.emptyCpuSeconds / run.confirmed) * 1e6;

/** Columns shown next to the verdicts. */
const columns: Columns = {
  'confirmed/s': (run) => run.confirmed / run.seconds,
  'hear µs/delivery': (run) => (run.cpuSeconds / run.deliveries) * 1e6,
  'empty µs/message': emptyMicros,
  'Redis µs/message': (run) => (run.redisCpuSeconds / run.confirmed) * 1e6,
  undelivered: (run) => run.undelivered,
};

type Runs = Partial<Record<ContenderName, Measurement[]>>;

/**
 * Measures rooms and private chats that live on two nodes of clusters of different sizes: whether further nodes, which
 * hear nothing, make a message more expensive. Only one cluster runs at a time, because they would share the channels of
 * Redis; so that the load of other processes affects all alike, each round starts every size anew.
 */
export async function runNodeCounts(options: BenchOptions, serverUrl: string, given: readonly Shape[]) {
  const shapes = given.filter((shape) => nameOf(shape).includes(options.only));
  const runs = new Map(shapes.map((shape): [Shape, Runs] => [shape, {}]));
  const counts = [HEARING, ...options.nodes.filter((nodes) => nodes > HEARING)];
  for (let round = 0; round < options.rounds; round += 1) {
    for (const count of round % 2 === 0 ? counts : counts.toReversed()) {
      const contender = await startAdda({
        scenarios: scenariosOf(shapes),
        withInspector: false,
        serverUrl,
        redisUrl: options.redisUrl,
        emptyNodes: count - HEARING,
      });
      try {
        for (const [shape, taken] of runs)
          (taken[contender.name] ??= []).push(await measureOnce(contender, shape, options));
      } finally {
        await contender.dispose();
      }
    }
  }
  const comparisons = [...runs].map(([shape, taken]): Comparison => ({ shape, runs: taken, commitMs: {} }));
  return {
    comparisons,
    verdicts: comparisons.flatMap(judgeNodeCounts),
    tables: comparisons.map((comparison) => describeRuns(comparison, columns)).join('\n'),
  };
}

async function measureOnce(
  contender: Contender,
  shape: Shape,
  { seconds }: BenchOptions,
): Promise<Measurement> {
  await measure(contender, shape, { seconds: WARM_UP_SECONDS, profileFile: undefined });
  return measure(contender, shape, { seconds, profileFile: undefined });
}
