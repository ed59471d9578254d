import { describe, expect, it } from 'vitest';
import { assumptions, nodeCounts } from './assumptions.ts';
import { CALM_PER_SECOND, costAt, figuresOf, limitsOf, otherNodes, type Cluster } from './model.ts';
import type { Costs } from './nodes.types.ts';

const same = (cost: number) => ({ calm: cost, full: cost });

/** Each entry and publication costs a node 10 µs for itself and for each that gets it, and Redis 2 µs. */
const costs: Costs = {
  stream: { write: same(10), read: same(10), hear: same(10), redisWrite: same(2), redisRead: same(2) },
  channels: {
    write: same(10),
    echo: same(10),
    hear: same(10),
    redisWrite: same(2),
    redisRead: same(2),
    subscribe: 0,
    redisSubscribe: 0,
    bytesPerSubscription: 100,
  },
  presence: { renewal: 10, activity: 20, visit: 100, lease: 50 },
};

const STREAM: Cluster = { form: 'stream', placement: 'hashed' };
const CHANNELS: Cluster = { form: 'channels', placement: 'hashed' };
const SPREAD: Cluster = { form: 'channels', placement: 'spread' };

const figures = (nodes: number, cluster: Cluster, given = assumptions) =>
  figuresOf(nodes, cluster, given, costs);

describe('connections on random nodes', () => {
  it('reach all other nodes when there are many, one node when there is one, and none on a single node', () => {
    expect(otherNodes(10, 1000)).toBeCloseTo(9);
    expect(otherNodes(1, 5)).toBe(0);
    // One connection is on any of the ten nodes, so it is on another one in nine of ten cases.
    expect(otherNodes(10, 1)).toBeCloseTo(0.9);
    expect(otherNodes(10, 0)).toBe(0);
  });
});

describe('the cost of an entry', () => {
  it('falls from the calm to the full cost, because those that arrive together share a wake-up', () => {
    const cost = { calm: 50, full: 10 };
    expect(costAt(cost, CALM_PER_SECOND / 10)).toBe(50);
    expect(costAt(cost, CALM_PER_SECOND)).toBe(50);
    expect(costAt(cost, CALM_PER_SECOND * 4)).toBe(20);
    expect(costAt(cost, CALM_PER_SECOND * 1e6)).toBeCloseTo(10);
  });
});

describe('one stream that every node reads', () => {
  // One message a second and node, all in rooms without hints: an entry for the room and one for the lists of rooms.
  const given = {
    ...assumptions,
    usersPerNode: 120,
    privateShare: 0,
    roomHints: 0,
    heartbeatSeconds: Infinity,
  };

  it('costs a node the entries of all nodes, and Redis that for each node', () => {
    const four = figures(4, STREAM, given);
    expect(four.nodeCores).toBeCloseTo(4 * 2 * 10e-6);
    expect(four.redisCores).toBeCloseTo(4 * 2 * (2 + 4 * 2) * 1e-6);
    expect(four.redisBytes).toBeCloseTo(4 * 2 * 4 * given.entryBytes);
  });

  it('counts heartbeats of both endpoints', () => {
    const beating = figures(4, STREAM, { ...given, heartbeatSeconds: 2 });
    expect(beating.nodeCores).toBeCloseTo(4 * 3 * 10e-6);
  });

  it('grows with the square of the number of nodes in Redis, and linearly on each node', () => {
    const [some, many] = [figures(100, STREAM), figures(200, STREAM)];
    expect(many.redisBytes / some.redisBytes).toBeCloseTo(4, 1);
    expect(many.redisCores / some.redisCores).toBeCloseTo(4, 1);
    expect(many.nodeCores / some.nodeCores).toBeCloseTo(2, 1);
  });
});

describe('channels', () => {
  it('cost each node nearly the same with any number of nodes', () => {
    const [some, many] = [figures(50, CHANNELS), figures(400, CHANNELS)];
    expect(many.nodeCores / some.nodeCores).toBeLessThan(1.1);
    expect(many.redisCores / some.redisCores / 8).toBeLessThan(1.1);
  });

  it('cost less with rooms on one node than with rooms on all nodes', () => {
    expect(figures(50, CHANNELS).redisBytes).toBeLessThan(figures(50, SPREAD).redisBytes * 0.6);
  });

  it('need memory of Redis for each user and open conversation', () => {
    expect(figures(2, CHANNELS).redisMemory).toBe(2 * assumptions.usersPerNode * 2 * 100);
  });
});

describe('presence', () => {
  it('writes a row of each user every 12 s and the activity every minute, or one row of each node', () => {
    const visits = (4 * 4 * 25_000) / 3600;
    expect(figures(4, STREAM).databaseWrites).toBeCloseTo(100_000 / 12 + 100_000 / 60 + visits);
    expect(figures(4, CHANNELS).databaseWrites).toBeCloseTo(0.4 + visits);
    expect(figures(4, CHANNELS).databaseCores).toBeCloseTo(((visits / 4) * 100 + 0.4 * 50) * 1e-6);
  });
});

describe('limits', () => {
  it('are the smallest number of nodes with which a resource is full', () => {
    const { redis, node, database } = limitsOf(STREAM, assumptions, costs);
    expect(figures(redis ?? 0, STREAM).redisCores).toBeGreaterThanOrEqual(1);
    expect(figures((redis ?? 0) - 1, STREAM).redisCores).toBeLessThan(1);
    expect(figures(node ?? 0, STREAM).nodeCores).toBeGreaterThanOrEqual(1);
    expect(figures((node ?? 0) - 1, STREAM).nodeCores).toBeLessThan(1);
    expect(figures(database ?? 0, STREAM).databaseCores).toBeGreaterThanOrEqual(assumptions.databaseCores);
    expect(figures((database ?? 0) - 1, STREAM).databaseCores).toBeLessThan(assumptions.databaseCores);
  });

  it('are undefined when nothing is ever full', () => {
    const idle = { ...assumptions, messageRate: 0, heartbeatSeconds: Infinity };
    expect(limitsOf(CHANNELS, idle, costs).node).toBeUndefined();
  });
});

it('a single node has no traffic to others, and every further node adds load', () => {
  for (const cluster of [STREAM, CHANNELS, SPREAD]) {
    expect(figures(1, cluster)).toMatchObject({ nodeCores: 0, redisCores: 0, redisBytes: 0 });
    const cores = nodeCounts.map((nodes) => figures(nodes, cluster).redisCores);
    expect(cores).toEqual(cores.toSorted((a, b) => a - b));
  }
});
