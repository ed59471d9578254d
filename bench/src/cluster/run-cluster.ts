import { startAdda } from '../contenders/adda.ts';
import type { ContenderName } from '../contenders/contender.types.ts';
import { describeRuns, type Columns } from '../fan-out/describe-runs.ts';
import type { Comparison, Measurement, SendingMode, Shape } from '../fan-out/fan-out.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { measure } from '../fan-out/measure.ts';
import { compare, scenariosOf } from '../fan-out/run-fan-out.ts';
import { nameOf } from '../fan-out/shapes.ts';
import type { BenchOptions } from '../options.ts';
import { median } from '../measure/median.ts';
import { isDivisible, startServersApart } from './servers-apart.ts';
import { runNodeCounts } from './run-node-counts.ts';

/** Maximum CPU per delivery on two nodes, relative to one node (CL-02). Each message of a pair crosses to the other node alone. */
const CPU_GOAL = 1.3;
const PAIRS_CPU_GOALS = { full: 1.5, calm: 2 };
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
  const verdict = (
    what: string,
    value: number,
    goal: number,
    unit: string,
    contender: ContenderName = 'two nodes',
  ): Verdict => ({
    what: `${nameOf(shape)}: ${what}`,
    contender,
    value,
    goal,
    unit,
    isReached: goal === 0 || value <= goal,
  });
  const cpuOf = (contender: ContenderName, goal: number): Verdict[] =>
    Object.entries(costs).flatMap(([what, cost]) => {
      const rounds = (runs[contender] ?? []).flatMap((mine, round) => {
        const theirs = runs.postgres?.[round];
        return theirs ? [cost(mine) / cost(theirs)] : [];
      });
      return rounds.length === 0 ? [] : [verdict(what, median(rounds), goal, 'x', contender)];
    });
  const cpu = [
    ...cpuOf('two nodes', shape.isPrivate ? PAIRS_CPU_GOALS[shape.mode.kind] : CPU_GOAL),
    ...cpuOf('two apart', 0),
  ];
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

/** Unmeasured time at full load before each shape, because two nodes compile twice as much code at first. */
const WARM_UP_SECONDS = 2;

/**
 * Measures fan-out on two nodes with Redis next to the same dataset on one node without Redis: the CPU cost per
 * delivery, and the additional latency for users of the other node. The same rooms on two servers that have nothing to do with
 * each other tell how much of that is due to two processes. With `--nodes 2,4,8` the same rooms on two nodes of larger clusters
 * follow. The Redis should have no other load.
 */
export async function runCluster(options: BenchOptions, serverUrl: string) {
  const shapes = clusterShapes.filter((shape) => nameOf(shape).includes(options.only));
  const setup = { scenarios: scenariosOf(shapes), withInspector: options.profile !== undefined, serverUrl };
  const one = await startAdda(setup);
  const two = await startAdda({ ...setup, redisUrl: options.redisUrl });
  const apart = await startServersApart(setup);
  const comparisons: Comparison[] = [];
  const verdicts: Verdict[] = [];
  try {
    for (const shape of shapes) {
      const warmUp: Shape = { ...shape, mode: FULL };
      for (const contender of [one, two])
        await measure(contender, warmUp, { seconds: WARM_UP_SECONDS, profileFile: undefined });
      const compared = await compare([one, two], shape, options);
      const runsApart: Measurement[] = [];
      if (isDivisible(shape)) {
        await apart.measure(warmUp, WARM_UP_SECONDS);
        while (runsApart.length < options.rounds) runsApart.push(await apart.measure(shape, options.seconds));
      }
      const comparison = { ...compared, runs: { ...compared.runs, 'two apart': runsApart } };
      console.log(describeRuns(comparison, clusterColumns));
      comparisons.push(comparison);
      verdicts.push(...judgeCluster(comparison));
    }
  } finally {
    await Promise.all([one.dispose(), two.dispose(), apart.dispose()]);
  }
  const tables = comparisons.map((comparison) => describeRuns(comparison, clusterColumns)).join('\n');
  if (!options.nodes.some((count) => count > 2)) return { comparisons, verdicts, tables };
  const more = await runNodeCounts(options, serverUrl, sharedByTwo);
  return {
    comparisons: [...comparisons, ...more.comparisons],
    verdicts: [...verdicts, ...more.verdicts],
    tables: `${tables}\n${more.tables}`,
  };
}

/** Converts a figure in seconds to microseconds per delivery. */
const perDelivery = (figure: (run: Measurement) => number) => (run: Measurement) =>
  (figure(run) / run.deliveries) * 1e6;

/** Columns shown next to the verdicts: CPU by component, and latency by distance. */
const clusterColumns: Columns = {
  'confirmed/s': (run) => run.confirmed / run.seconds,
  'deliveries/s': (run) => run.deliveries / run.seconds,
  'nodes µs': perDelivery((run) => run.cpuSeconds),
  'Redis µs': perDelivery((run) => run.redisCpuSeconds),
  'PostgreSQL µs': perDelivery((run) => run.databaseCpuSeconds),
  'same p50 ms': (run) => run.near.p50,
  'same p99 ms': (run) => run.near.p99,
  'other p50 ms': (run) => run.far?.p50 ?? Number.NaN,
  'other p99 ms': (run) => run.far?.p99 ?? Number.NaN,
  undelivered: (run) => run.undelivered,
};

/** Full load: five messages of each sender are in flight. */
const FULL: SendingMode = { kind: 'full', inFlight: 5 };

type Crowd = Omit<Shape, 'mode'>;

const ROOMS: Crowd = { rooms: 10, membersPerRoom: 100, sendersPerRoom: 5 };
const LARGE_ROOM: Crowd = { rooms: 1, membersPerRoom: 1000, sendersPerRoom: 20 };
/** Both users send; with two nodes each is on a different one. */
const PAIRS: Crowd = { rooms: 100, membersPerRoom: 2, sendersPerRoom: 2, isPrivate: true };

/** Shapes measured on one node and on two. */
const clusterShapes: readonly Shape[] = [
  full(ROOMS),
  full(LARGE_ROOM),
  full(PAIRS),
  calm(ROOMS, 300),
  calm(LARGE_ROOM, 30),
  calm(PAIRS, 300),
];

/** Shapes that live on two nodes of larger clusters. */
const sharedByTwo: readonly Shape[] = [full(ROOMS), full(PAIRS), calm(ROOMS, 300), calm(PAIRS, 300)];

function full(crowd: Crowd): Shape {
  return { ...crowd, mode: FULL };
}

function calm(crowd: Crowd, perSecond: number): Shape {
  return { ...crowd, mode: { kind: 'calm', perSecond } };
}
