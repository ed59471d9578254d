import type { Measurement } from '../fan-out/fan-out.types.ts';

const latency = { p50: 10, p95: 15, p99: 20 };

/** Returns a measurement of one second, with these values in place of the usual ones. */
export function measurementOf(given: Partial<Measurement>): Measurement {
  return {
    seconds: 1,
    confirmed: 10,
    deliveries: 1000,
    errors: 0,
    undelivered: 0,
    latency,
    near: latency,
    cpuSeconds: 1,
    emptyCpuSeconds: 0,
    redisCpuSeconds: 0,
    databaseCpuSeconds: 0,
    loadCpuSeconds: 0,
    ...given,
  };
}
