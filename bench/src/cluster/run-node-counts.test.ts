import { expect, it } from 'vitest';
import type { Measurement } from '../fan-out/fan-out.types.ts';
import { measurementOf } from './measurement.fixture.ts';
import { judgeNodeCounts } from './run-node-counts.ts';

/** A run in which Redis works too. */
const runOf = (given: Partial<Measurement>) => measurementOf({ redisCpuSeconds: 0.1, ...given });

const verdictsOf = (given: Partial<Measurement>) => {
  const verdicts = judgeNodeCounts({
    shape: { rooms: 10, membersPerRoom: 100, sendersPerRoom: 5, mode: { kind: 'full', inFlight: 5 } },
    runs: { 'two nodes': [runOf({})], '8 nodes': [runOf(given)] },
    commitMs: {},
  });
  return new Map(verdicts.map((verdict) => [verdict.what.split(': ')[1], verdict]));
};

it('further nodes that hear nothing may make a delivery and a message at most a tenth more expensive', () => {
  const verdicts = verdictsOf({ cpuSeconds: 1.09, redisCpuSeconds: 0.12 });
  expect(verdicts.get('nodes that hear, CPU per delivery')).toMatchObject({ goal: 1.1, isReached: true });
  const redis = verdicts.get('Redis, CPU per message');
  expect(redis).toMatchObject({ contender: '8 nodes', isReached: false });
  expect(redis?.value).toBeCloseTo(1.2);
});

it('the CPU of a node that hears nothing is that of one of them', () => {
  const empty = verdictsOf({ emptyCpuSeconds: 0.6, confirmed: 1000 }).get('an empty node, CPU per message');
  expect(empty?.value).toBeCloseTo(100);
});

it('no message may be missing, and two nodes are not judged', () => {
  expect(verdictsOf({ undelivered: 1 }).get('not delivered, or errors')).toMatchObject({ isReached: false });
  const shape = {
    rooms: 1,
    membersPerRoom: 2,
    sendersPerRoom: 1,
    mode: { kind: 'calm', perSecond: 1 },
  } as const;
  expect(judgeNodeCounts({ shape, runs: { 'two nodes': [runOf({})] }, commitMs: {} })).toEqual([]);
});
