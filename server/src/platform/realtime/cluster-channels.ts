import type { Cluster, Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { shardsOf } from '../redis/index.ts';
import { ALL_MARKS, channelOf, channelOfMark } from './channels.ts';
import type { Revocation, RoomCommand } from './room-commands.ts';
import { createShardChannels, type ShardChannels, type ShardChannelsOptions } from './shard-channels.ts';

type ClusterOptions = Omit<ShardChannelsOptions, 'shard'> & { readonly redis: Redis | Cluster };

type Flush = Extract<RoomCommand, { kind: 'flush' }>;

/** The connection to other nodes: one channel for each user and each conversation (CL-01). */
export type ClusterChannels = Omit<ShardChannels, 'roomOpened' | 'roomClosed' | 'hear'> & {
  /** Call it when a room has its first connection on this node. */
  readonly roomOpened: (room: string) => void;
  /** Call it when a room has no connection on this node any more. */
  readonly roomClosed: (room: string) => void;
  /** Resolves when this node hears what is said in the rooms; within a second in any case, while Redis is unavailable too. */
  readonly hear: (rooms: readonly string[]) => Promise<void>;
};

/**
 * Connects this node to others. On a Redis Cluster the channels are spread over shards by their names. A revocation goes over every
 * shard, so that it stays before what is said after it on each of them, and is applied once.
 */
export function createClusterChannels({ redis, ...options }: ClusterOptions): ClusterChannels {
  const isFirst = createOnce();
  const onCommand = (command: RoomCommand) => {
    if (command.kind === 'flush' || isFirst(command.id)) options.onCommand(command);
  };
  const shards = shardsOf(redis).map((shard) => createShardChannels({ ...options, onCommand, shard }));
  const shardOf = (channel: string): ShardChannels | undefined => shards[crc32(channel) % shards.length];

  function roomChanged(change: 'roomOpened' | 'roomClosed', room: string): void {
    for (const channel of [channelOf(room), ALL_MARKS]) shardOf(channel)?.[change](channel);
  }

  return {
    send: (command) => {
      const [only, ...others] = shards;
      if (others.length === 0) return only?.send(command);
      if (command.kind === 'flush') {
        for (const [shard, part] of partsOf(command, shardOf)) shard?.send(part);
        return;
      }
      const once = { ...command, id: randomUUID() };
      for (const shard of shards) shard.send(once);
    },
    roomOpened: (room) => roomChanged('roomOpened', room),
    roomClosed: (room) => roomChanged('roomClosed', room),
    hear: async (rooms) => {
      const byShard = Map.groupBy(rooms.map(channelOf), shardOf);
      await Promise.all([...byShard].map(async ([shard, channels]) => shard?.hear(channels)));
    },
    ready: Promise.all(shards.map(({ ready }) => ready)).then(() => undefined),
    isReceiving: () => shards.every((shard) => shard.isReceiving()),
    isPartitioned: () => shards.some((shard) => shard.isPartitioned()),
    close: async () => {
      await Promise.all(shards.map((shard) => shard.close()));
    },
  };
}

/** Returns the parts of a flush by the shards of their channels. */
function partsOf<Shard>(
  { rooms, marks = [] }: Flush,
  shardOf: (channel: string) => Shard,
): Map<Shard, Flush> {
  const roomsOf = Map.groupBy(rooms, ([room]) => shardOf(channelOf(room)));
  const marksOf = Map.groupBy(marks, ([mark]) => shardOf(channelOfMark(mark)));
  return new Map(
    [...new Set([...roomsOf.keys(), ...marksOf.keys()])].map((shard) => [
      shard,
      { kind: 'flush', rooms: roomsOf.get(shard) ?? [], marks: marksOf.get(shard) },
    ]),
  );
}

/** Revocations that are remembered. Shards deliver them within moments of each other, a shard whose server was away later. */
const MAX_REMEMBERED = 10_000;

/** Returns a function that tells whether a revocation is heard for the first time. Without an id it always is. */
function createOnce() {
  const heard = new Set<string>();
  return (id: Revocation['id']): boolean => {
    if (id === undefined) return true;
    if (heard.has(id)) return false;
    heard.add(id);
    const [oldest] = heard;
    if (heard.size > MAX_REMEMBERED && oldest !== undefined) heard.delete(oldest);
    return true;
  };
}
