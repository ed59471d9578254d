import { AbstractConnector, Cluster, Redis, type RedisOptions } from 'ioredis';
import { connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

/**
 * One part of what nodes say to each other. On one server it is everything. On a Redis Cluster it is what has one hash tag, so
 * that all of it is in one slot and on one server, which keeps its order.
 */
export type RedisShard = {
  /** Part of each channel's name; empty on one server. */
  readonly tag: string;
  /** Opens a connection to the server of the shard; on a cluster it follows the slot to other servers. */
  readonly open: (options: RedisOptions) => Redis;
};

/**
 * Hash tags of the shards of a cluster, with their slots: one in each twelfth of the slots, so that clusters of 2, 3, 4, 6 and 12
 * servers with equal ranges share the work equally.
 */
export const SHARD_SLOTS: readonly (readonly [tag: string, slot: number])[] = [
  ['{10}', 247],
  ['{3}', 1584],
  ['{43}', 3937],
  ['{11}', 4310],
  ['{2}', 5649],
  ['{42}', 8000],
  ['{12}', 8373],
  ['{1}', 9842],
  ['{41}', 12_067],
  ['{13}', 12_436],
  ['{0}', 13_907],
  ['{40}', 16_130],
];

/** Pause between two questions for the server of a slot, while no server of the cluster answers. */
const LOOK_AGAIN_MS = 500;
/** A closed connection that is still open after this long is destroyed. */
const DISCONNECT_TIMEOUT_MS = 2000;

/** Returns the shards of a Redis: one of a single server, twelve of a cluster. */
export function shardsOf(redis: Redis | Cluster): readonly RedisShard[] {
  if (!(redis instanceof Cluster)) return [{ tag: '', open: (options) => redis.duplicate(options) }];
  return SHARD_SLOTS.map(([tag, slot]) => ({ tag, open: (options) => openAtSlot(redis, slot, options) }));
}

function openAtSlot(cluster: Cluster, slot: number, options: RedisOptions): Redis {
  const client = new Redis({
    ...cluster.options.redisOptions,
    ...options,
    Connector: connectorTo(cluster, slot),
    // The slot has moved: the command is sent again on a connection to its new server.
    reconnectOnError: ({ message }) => (message.startsWith('MOVED') ? 2 : false),
  });
  // The server has dropped the subscriptions of a slot that has moved.
  client.on('moved', () => client.disconnect(true));
  return client;
}

/** Returns a class that connects to the server that has a slot at that moment. Waits while no server of the cluster answers. */
function connectorTo(cluster: Cluster, slot: number) {
  const { tls } = cluster.options.redisOptions ?? {};
  return class SlotConnector extends AbstractConnector {
    constructor() {
      super(DISCONNECT_TIMEOUT_MS);
    }

    async connect() {
      this.connecting = true;
      const { host, port } = await this.#findServer();
      this.stream = tls ? connectTls({ servername: host, ...tls, host, port }) : connectTcp({ host, port });
      this.stream.once('error', (error) => {
        this.firstError = error;
      });
      return this.stream;
    }

    async #findServer(): Promise<{ readonly host: string; readonly port: number }> {
      while (this.connecting) {
        await new Promise<void>((resolve) => cluster.refreshSlotsCache(() => resolve()));
        const [server] = cluster.slots[slot] ?? [];
        if (server !== undefined && this.connecting) return addressOf(server);
        await delay(LOOK_AGAIN_MS, undefined, { ref: false });
      }
      throw new Error('The connection was closed before a server was found');
    }
  };
}

/** Parses `host:port`, where the host may be an IPv6 address. */
function addressOf(server: string): { readonly host: string; readonly port: number } {
  const end = server.lastIndexOf(':');
  return { host: server.slice(0, end), port: Number(server.slice(end + 1)) };
}
