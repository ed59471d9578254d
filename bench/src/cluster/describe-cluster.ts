import type { Columns } from '../fan-out/describe-runs.ts';
import type { Measurement } from '../fan-out/fan-out.types.ts';

/** Microseconds per delivery. */
const each = (of: (run: Measurement) => number) => (run: Measurement) => (of(run) / run.deliveries) * 1e6;

/** Columns shown next to the verdicts: CPU by component, and latency by distance. */
export const clusterColumns: Columns = {
  'confirmed/s': (run) => run.confirmed / run.seconds,
  'deliveries/s': (run) => run.deliveries / run.seconds,
  'nodes µs': each((run) => run.cpuSeconds),
  'Redis µs': each((run) => run.redisCpuSeconds),
  'PostgreSQL µs': each((run) => run.databaseCpuSeconds),
  'same p50 ms': (run) => run.near.p50,
  'same p99 ms': (run) => run.near.p99,
  'other p50 ms': (run) => run.far?.p50 ?? Number.NaN,
  'other p99 ms': (run) => run.far?.p99 ?? Number.NaN,
  undelivered: (run) => run.undelivered,
};
