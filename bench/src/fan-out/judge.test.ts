import { describe, expect, it } from 'vitest';
import type { Comparison, Measurement } from './fan-out.types.ts';
import { judge } from './judge.ts';
import type { Goals } from './shapes.ts';

/** A run of one second: confirmed messages, and the latency of their deliveries. */
const run = (confirmed: number, p99 = 10): Measurement => ({
  seconds: 1,
  confirmed,
  deliveries: confirmed * 10,
  errors: 0,
  undelivered: 0,
  latency: { p50: 5, p95: 8, p99 },
  near: { p50: 5, p95: 8, p99 },
  cpuSeconds: 0.5,
  emptyCpuSeconds: 0,
  redisCpuSeconds: 0,
  databaseCpuSeconds: 0,
  loadCpuSeconds: 0.5,
});

const comparison = (runs: Comparison['runs'], kind: 'full' | 'calm' = 'full'): Comparison => ({
  shape: {
    rooms: 100,
    membersPerRoom: 10,
    sendersPerRoom: 1,
    mode: kind === 'full' ? { kind, inFlight: 5 } : { kind, perSecond: 30 },
  },
  runs,
  commitMs: { postgres: 2 },
});

const GOALS: Goals = { kind: 'full', confirmed: 1.5, efficiency: 1.2, ofFloor: 0.8, p99: 1 };

const reached = (runs: Comparison['runs'], goals: Goals = GOALS) =>
  judge(comparison(runs, goals.kind), goals)
    .filter(({ isReached, goal }) => isReached && goal !== 0)
    .map(({ what }) => what.replace(/^.*: /, ''));

describe('the goals of the fan-out', () => {
  it('compare with plain Socket.IO and with the floor of the same round', () => {
    const runs = {
      reference: [run(100), run(50)],
      floor: [run(190), run(95)],
      postgres: [run(155), run(78)],
    };
    expect(reached(runs)).toEqual([
      'confirmed a second',
      'confirmed a second, of the floor',
      'p99 until the last has it',
      'deliveries per CPU second',
    ]);
    expect(reached({ ...runs, floor: [run(200), run(100)] })).not.toContain(
      'confirmed a second, of the floor',
    );
    expect(reached({ ...runs, postgres: [run(149, 11), run(74, 11)] })).toEqual([
      'deliveries per CPU second',
    ]);
  });

  it('are lower for the embedded engine, which has none for the CPU', () => {
    const runs = { reference: [run(100)], floor: [run(190)], embedded: [run(130, 11.7)] };
    expect(reached(runs)).toEqual([
      'confirmed a second',
      'confirmed a second, of the floor',
      'p99 until the last has it',
    ]);
    expect(reached({ ...runs, embedded: [run(127, 11.8)] })).toEqual([]);
  });

  it('allow some commits under light load', () => {
    const goals: Goals = { kind: 'calm', p99: 1.5, commitsOnP50: 2 };
    const runs = { reference: [run(100, 10)], postgres: [run(100, 14)] };
    expect(reached(runs, goals)).toEqual(['p99 until the last has it', 'p50 more than the reference']);
    expect(reached({ ...runs, postgres: [run(100, 16)] }, goals)).toEqual(['p50 more than the reference']);
  });
});
