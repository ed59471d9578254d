import { expect, it } from 'vitest';
import type { Comparison, Measurement, SendingMode } from '../fan-out/fan-out.types.ts';
import { measurementOf } from './measurement.fixture.ts';
import { judgeCluster } from './run-cluster.ts';
import { halfOf, together } from './servers-apart.ts';

function verdictsOf(mode: SendingMode, two: Partial<Measurement>, isPrivate = false) {
  const comparison: Comparison = {
    shape: { rooms: 1, membersPerRoom: 2, sendersPerRoom: 1, mode, isPrivate },
    runs: { postgres: [measurementOf({})], 'two nodes': [measurementOf(two)] },
    commitMs: {},
  };
  return new Map(judgeCluster(comparison).map((verdict) => [verdict.what.split(': ')[1], verdict]));
}

const FULL: SendingMode = { kind: 'full', inFlight: 5 };
const CALM: SendingMode = { kind: 'calm', perSecond: 10 };

it('the CPU of all nodes and of Redis counts per delivery', () => {
  const cpu = { deliveries: 2000, cpuSeconds: 2.4, redisCpuSeconds: 0.3 };
  const verdict = verdictsOf(FULL, cpu).get('CPU per delivery, nodes and Redis');
  expect(verdict?.value).toBeCloseTo(1.35);
  expect(verdict).toMatchObject({ goal: 1.3, isReached: false });
  expect(
    verdictsOf(FULL, { ...cpu, redisCpuSeconds: 0.1 }).get('CPU per delivery, nodes and Redis'),
  ).toMatchObject({ isReached: true });
});

it('CL-02: pairs on two nodes may need 1.5 times the CPU at full load, and twice under light load', () => {
  const cpu = { deliveries: 2000, cpuSeconds: 2.8, redisCpuSeconds: 0.3 };
  const goalOf = (mode: SendingMode) => verdictsOf(mode, cpu, true).get('CPU per delivery, nodes and Redis');
  expect(goalOf(FULL)).toMatchObject({ goal: 1.5, isReached: false });
  expect(goalOf(CALM)).toMatchObject({ goal: 2, isReached: true });
});

it('the other node may be twice as slow under light load, and no message may be missing', () => {
  const verdicts = verdictsOf(CALM, { far: { p50: 12, p95: 30, p99: 41 }, undelivered: 1 });
  expect(verdicts.get('p99 on the other node')).toMatchObject({ value: 2.05, goal: 2, isReached: false });
  expect(verdicts.get('not delivered, or errors')).toMatchObject({ value: 1, isReached: false });
  expect(verdictsOf(FULL, {}).has('p99 on the other node')).toBe(false);
});

it('two servers apart are told without a goal, in what they need together', () => {
  const half = measurementOf({ deliveries: 1000, cpuSeconds: 1.4 });
  const comparison: Comparison = {
    shape: { rooms: 2, membersPerRoom: 2, sendersPerRoom: 1, mode: FULL },
    runs: {
      postgres: [measurementOf({ deliveries: 2000, cpuSeconds: 2 })],
      'two apart': [together([half, half])],
    },
    commitMs: {},
  };
  const apart = judgeCluster(comparison).find(({ contender }) => contender === 'two apart');
  expect(apart).toMatchObject({ goal: 0, isReached: true });
  expect(apart?.value).toBeCloseTo(1.4);
  expect(halfOf({ ...comparison.shape, mode: CALM })).toMatchObject({ rooms: 1, mode: { perSecond: 5 } });
});
