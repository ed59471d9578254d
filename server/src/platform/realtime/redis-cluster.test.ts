import { crc32 } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedisCluster } from '../../test/redis.fixture.ts';
import { openRedis } from '../redis/index.ts';
import { SHARD_SLOTS } from '../redis/redis-shards.ts';
import { channelOf } from './channels.ts';
import { encodeEvent } from './packet-frames.ts';
import { createClusterChannels } from './cluster-channels.ts';
import type { RoomName } from './index.ts';
import {
  catchUpsOf,
  eventually,
  joinClient,
  publishNumbers,
  range,
  startNode,
  soon,
} from './realtime.fixture.ts';
import type { RoomCommand } from './room-commands.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** Starts nodes that share a cluster of three servers. */
async function startNodes(count: number) {
  const cluster = await startRedisCluster();
  const nodes = await Promise.all(
    range(1, count).map(() => {
      const redis = openRedis(cluster.url, silent, { isCluster: true });
      onTestFinished(() => redis.disconnect());
      return startNode({
        redis,
        reauthorize: ({ identity }) => [`user:${identity.username}`, ...roomsOfServers],
      });
    }),
  );
  await Promise.all(nodes.map(({ realtime }) => realtime.ready()));
  const [here, there] = nodes;
  if (!here || !there) throw new Error('two nodes expected');
  return { cluster, here, there };
}

/** Returns the hash tag and the slot of the shard in which a room is. */
function shardOf(room: string): readonly [tag: string, slot: number] {
  const shard = SHARD_SLOTS[crc32(channelOf(room)) % SHARD_SLOTS.length];
  if (!shard) throw new Error('no shard');
  return shard;
}

/** A group of each server: its shard is in that third of the slots. */
const groupsOfServers = [0, 1, 2].map((third) => {
  const isThere = (n: number) => Math.floor((shardOf(`group:g${n}`)[1] * 3) / 16_384) === third;
  return `g${range(1, 1000).find(isThere)}`;
});
const roomsOfServers = groupsOfServers.map((group): RoomName => `group:${group}`);
const [ofFirstServer = '', , ofThirdServer = ''] = groupsOfServers;

describe.runIf(process.env.TEST_REDIS_URL)(
  'two nodes joined by a Redis Cluster of three',
  { timeout: 120_000 },
  () => {
    it('CL-01: shards are where their slots are, and each server has a third of them', async () => {
      const { primaries } = await startRedisCluster();
      const slots = await Promise.all(
        SHARD_SLOTS.map(([tag]) =>
          primaries[0].call('CLUSTER', 'KEYSLOT', `adda:/group-socket.io:${tag}all`),
        ),
      );
      expect(slots).toEqual(SHARD_SLOTS.map(([, slot]) => slot));
      const byServer = Map.groupBy(SHARD_SLOTS, ([, slot]) => Math.floor((slot * 3) / 16_384));
      expect([...byServer.values()].map(({ length }) => length)).toEqual([4, 4, 4]);
    });

    it('CL-01: rooms of all shards are heard on the other node only where they are open, once and in order', async () => {
      const { cluster, here, there } = await startNodes(2);
      const groups = range(1, 24).map((n) => `g${n}`);
      const ben = await joinClient(there.url, { self: 'ben', groups: groups.join() });
      const ann = await joinClient(here.url, { groups: 'g1' });
      for (const [index, group] of groups.entries())
        await publishNumbers(here, { room: `group:${group}`, from: index * 100 + 1, to: index * 100 + 50 });
      await eventually(() => expect(ben.numbers).toHaveLength(24 * 50));
      for (const [index] of groups.entries())
        expect(ben.numbers.filter((n) => Math.ceil(n / 100) === index + 1)).toEqual(
          range(index * 100 + 1, index * 100 + 50),
        );
      expect(ann.numbers).toEqual(range(1, 50));
      const [tag] = shardOf('group:g1');
      const channel = `adda:/group-socket.io:${tag}group:g1`;
      const heard = await Promise.all(
        cluster.primaries.map((server) => server.call('PUBSUB', 'SHARDNUMSUB', channel)),
      );
      expect(heard.map((counts) => Number((counts as unknown[])[1])).toSorted()).toEqual([0, 0, 2]);
    });

    it('R-07: what is said after a kick does not reach the user, on whichever server it is said', async () => {
      const { here, there } = await startNodes(2);
      const groups = range(1, 24).map((n) => `g${n}`);
      for (const username of ['ann', 'cem', 'dia']) {
        const user = await joinClient(there.url, { self: username, groups: groups.join() });
        for (const group of groups) here.server.publish(`group:${group}`, 'said', { n: 1 });
        const isClosed = new Promise((resolve) => user.socket.once('disconnect', resolve));
        here.server.disconnectRoom(`user:${username}`, { event: 'kick_user', payload: { username } });
        for (const group of groups) here.server.publish(`group:${group}`, 'said', { n: 2 });
        expect(await isClosed).toBe('io server disconnect');
        expect(user.numbers).not.toContain(2);
        expect(user.events.filter(({ event }) => event === 'kick_user')).toHaveLength(1);
        // A user who comes back stays: what comes late from other servers was applied already.
        const again = await joinClient(there.url, { self: username, groups: groups.join() });
        for (const group of groups) here.server.publish(`group:${group}`, 'said', { n: 3 });
        await eventually(() => expect(again.numbers.filter((n) => n === 3)).toHaveLength(groups.length));
        again.socket.disconnect();
      }
    });

    it('R-07: a revocation that comes over every shard is applied once', async () => {
      const { url } = await startRedisCluster();
      const heard: RoomCommand[] = [];
      const nodes = [0, 1].map(() => {
        const redis = openRedis(url, silent, { isCluster: true });
        const channels = createClusterChannels({
          redis,
          path: '/revocations',
          logger: { ...silent, error: () => undefined },
          onCommand: (command) => void heard.push(command),
          onFailure: () => undefined,
          onGap: () => undefined,
        });
        onTestFinished(async () => {
          await channels.close();
          redis.disconnect();
        });
        return channels;
      });
      await Promise.all(nodes.map(({ ready }) => ready));
      const rooms = range(1, 60).map((n) => `group:g${n}`);
      await nodes[1]?.hear(rooms);
      nodes[0]?.send({ kind: 'leave', userRoom: 'user:1', room: 'group:g1' });
      // What follows on each shard says that the revocation has come over it.
      nodes[0]?.send({ kind: 'flush', rooms: rooms.map((room) => [room, [encodeEvent('said')]]) });
      const flushed = () => heard.flatMap((command) => (command.kind === 'flush' ? command.rooms : []));
      await eventually(() => expect(flushed()).toHaveLength(rooms.length));
      expect(new Set(rooms.map((room) => shardOf(room)[0])).size).toBe(SHARD_SLOTS.length);
      expect(heard.filter(({ kind }) => kind === 'leave')).toHaveLength(1);
    });

    it('R-04: a server is killed: rooms of the others go on, those of the server when its replica has taken over', async () => {
      const { cluster, here, there } = await startNodes(2);
      const ben = await joinClient(there.url, { self: 'ben', groups: `${ofFirstServer},${ofThirdServer}` });
      await publishNumbers(here, { room: `group:${ofFirstServer}`, from: 1, to: 10 });
      await eventually(() => expect(ben.numbers).toEqual(range(1, 10)));
      await cluster.primaries[0].kill();
      await publishNumbers(here, { room: `group:${ofThirdServer}`, from: 11, to: 20 });
      await eventually(() => expect(ben.numbers).toEqual(range(1, 20)));
      await eventually(() => expect(here.realtime.metrics().isClusterConnected).toBe(false));
      for (const { realtime } of [here, there])
        await soon(() => expect(realtime.metrics().isClusterConnected).toBe(true));
      await soon(() => expect(catchUpsOf(ben).length).toBeGreaterThan(0));
      await publishNumbers(here, { room: `group:${ofFirstServer}`, from: 21, to: 30 });
      await eventually(() => expect(ben.numbers).toEqual(range(1, 30)));
    });

    it('R-04: all servers are away: nodes serve their own clients, and find each other when they are back', async () => {
      const { cluster, here, there } = await startNodes(2);
      const room = `group:${ofFirstServer}` as const;
      const ann = await joinClient(here.url, { groups: ofFirstServer });
      const ben = await joinClient(there.url, { self: 'ben', groups: ofFirstServer });
      const servers = [...cluster.primaries, cluster.replica];
      await Promise.all(servers.map(({ kill }) => kill()));
      await publishNumbers(here, { room, from: 1, to: 10 });
      await eventually(() => expect(ann.numbers).toEqual(range(1, 10)));
      await Promise.all(servers.map(({ start }) => start()));
      for (const { realtime } of [here, there])
        await soon(() => expect(realtime.metrics().isClusterConnected).toBe(true));
      await soon(() => expect(catchUpsOf(ben).length).toBeGreaterThan(0));
      await publishNumbers(here, { room, from: 11, to: 20 });
      await eventually(() => expect(ben.numbers).toEqual(range(11, 20)));
    });

    it('R-04: a slot is moved to another server: its rooms follow, and clients catch up', async () => {
      const { cluster, here, there } = await startNodes(2);
      const room = `group:${ofFirstServer}` as const;
      const [, slot] = shardOf(room);
      const ben = await joinClient(there.url, { self: 'ben', groups: ofFirstServer });
      await publishNumbers(here, { room, from: 1, to: 10 });
      await eventually(() => expect(ben.numbers).toEqual(range(1, 10)));
      await cluster.moveSlot(slot, cluster.primaries[2]);
      await soon(() => expect(catchUpsOf(ben).length).toBeGreaterThan(0));
      for (const { realtime } of [here, there])
        await soon(() => expect(realtime.metrics().isClusterConnected).toBe(true));
      await publishNumbers(here, { room, from: 11, to: 20 });
      await eventually(() => expect(ben.numbers).toEqual(range(1, 20)));
    });
  },
);
