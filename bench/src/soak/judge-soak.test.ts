import { describe, expect, it } from 'vitest';
import { judgeSoak } from './judge-soak.ts';
import type { SoakSample } from './soak.types.ts';

const MB = 1024 * 1024;
const PLAN = {
  ports: [0],
  rooms: [
    {
      groupId: 'g',
      members: [
        { username: 'ann', token: '' },
        { username: 'ben', token: '' },
      ],
    },
  ],
  password: '',
  photo: '',
  seconds: 480,
  pace: 30,
};

/** A sample at a time in seconds; heap in MB, descriptors including two of the database. */
const look = (at: number, heap: number, descriptors: number): SoakSample => ({
  at,
  heap: heap * MB,
  resident: 200 * MB,
  external: 10 * MB,
  descriptors,
  resources: 10,
  databaseConnections: 2,
});

/** A node whose heap in MB depends on the time, with this many descriptors when all have left. */
const node = (heapAt: (at: number) => number, left = 30) => ({
  start: look(0, 50, 30),
  samples: Array.from({ length: 48 }, (_, n) => look(n * 10, heapAt(n * 10), 800)),
  end: look(500, 50, left),
});

const missedBy = (nodes: readonly ReturnType<typeof node>[], said = 240) =>
  judgeSoak(
    'postgres',
    {
      nodes,
      counts: { done: { 'room messages': said }, failed: {} },
      seconds: 480,
      rowsBefore: {},
      rowsAfter: {},
    },
    PLAN,
  ).filter(({ isReached, goal, isZeroMeant }) => !isReached && (goal !== 0 || isZeroMeant));

const unreached = (heapAt: (at: number) => number, left = 30, said = 240) =>
  missedBy([node(heapAt, left)], said).map(({ what }) => what);

describe('the soak', () => {
  it('is flat if memory rises at first and then fluctuates', () => {
    expect(unreached((at) => Math.min(60, 50 + at / 10) + (at % 20) / 10)).toEqual([]);
  });

  it('finds a heap that keeps growing, descriptors that stay open, and missing traffic', () => {
    expect(unreached((at) => 50 + at / 20)).toEqual(['soak: heap memory rises in the second half by']);
    expect(unreached(() => 60, 31)).toEqual(['soak: descriptors more than before, when all have left']);
    expect(unreached(() => 60, 30, 200)).toEqual(['soak: hours of normal traffic that it came to']);
  });

  it('finds the one of several nodes whose heap keeps growing', () => {
    const flat = node(() => 60);
    expect(missedBy([flat, node((at) => 50 + at / 20), flat])).toMatchObject([
      { what: 'soak: heap memory rises in the second half by', contender: 'postgres, node 2' },
    ]);
  });
});
