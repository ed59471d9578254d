import { startAdda } from '../contenders/adda.ts';
import { describeRuns } from '../fan-out/describe-runs.ts';
import type { Comparison } from '../fan-out/fan-out.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { measure } from '../fan-out/measure.ts';
import { compare, scenariosOf } from '../fan-out/run-fan-out.ts';
import { nameOf } from '../fan-out/shapes.ts';
import type { BenchOptions } from '../options.ts';
import { clusterColumns } from './describe-cluster.ts';
import { judgeCluster } from './judge-cluster.ts';
import { clusterShapes } from './shapes.ts';

/** Before each shape: two nodes compile twice as much code, which does not reflect steady state. */
const WARM_SECONDS = 2;

/**
 * Measures fan-out on two nodes with Redis next to the same dataset on one node without Redis: the CPU cost per
 * delivery, and the additional latency for users of the other node. The Redis should have no other load.
 */
export async function runCluster(options: BenchOptions, serverUrl: string) {
  const shapes = clusterShapes.filter((shape) => nameOf(shape).includes(options.only));
  const place = { scenarios: scenariosOf(shapes), withInspector: options.profile !== undefined, serverUrl };
  const one = await startAdda(place);
  const two = await startAdda({ ...place, redisUrl: options.redisUrl });
  const comparisons: Comparison[] = [];
  const verdicts: Verdict[] = [];
  try {
    for (const shape of shapes) {
      for (const contender of [one, two])
        await measure(contender, shape, { seconds: WARM_SECONDS, profileFile: undefined });
      const comparison = await compare([one, two], shape, options);
      console.log(describeRuns(comparison, clusterColumns));
      comparisons.push(comparison);
      verdicts.push(...judgeCluster(comparison));
    }
  } finally {
    await Promise.all([one.dispose(), two.dispose()]);
  }
  const tables = comparisons.map((comparison) => describeRuns(comparison, clusterColumns)).join('\n');
  return { comparisons, verdicts, tables };
}
