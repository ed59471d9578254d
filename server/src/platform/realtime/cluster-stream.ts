import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { MessageType } from 'socket.io-adapter';
import type { RealtimeLogger } from './realtime.types.ts';
import type { RoomCommand } from './room-commands.ts';
import { readCommand } from './room-commands.ts';

const STREAM_ENTRIES = 10_000;
const HELLO_EVERY_MS = 100;
const NOWHERE = { rooms: [], except: [], flags: {} };

type StreamsAdapter = ReturnType<ReturnType<typeof createAdapter>>;

export type ClusterOptions = {
  readonly redis: Redis;
  /** The endpoint's path; each endpoint has a stream of its own. */
  readonly path: string;
  readonly logger: RealtimeLogger;
  readonly onCommand: (command: RoomCommand) => void;
  readonly onFailure: () => void;
};

/** The way to the other nodes: one stream entry per command, read by every node in the same order. */
export type ClusterStream = {
  /** To be given to Socket.IO; extends the Redis Streams adapter. */
  readonly adapter: (namespace: unknown) => StreamsAdapter;
  readonly send: (command: RoomCommand) => void;
  /** Resolves when this node hears the stream, so that nothing sent afterwards is missed. */
  readonly ready: Promise<void>;
  readonly close: () => void;
};

/**
 * Extends the Redis Streams adapter: commands travel as its broadcasts, and what arrives is applied by `onCommand`
 * instead of being emitted packet by packet. While Redis is away flushes are passed over, and revocations wait
 * until it is back.
 */
export function createClusterStream(options: ClusterOptions): ClusterStream {
  const node = randomUUID();
  const { client, disconnect } = openClients(options.redis);
  const factory = createAdapter(client, {
    streamName: `adda:realtime:${options.path}`,
    channelPrefix: `adda:realtime:${options.path}`,
    maxLen: STREAM_ENTRIES,
    onlyPlaintext: true,
  });
  const heard = Promise.withResolvers<void>();
  const failures = createFailureReport(options);
  let adapter: StreamsAdapter | undefined;

  const publish = (packet: unknown, mayWait: boolean) => {
    if (client.status !== 'ready' && !mayWait) return failures.report(new Error('Redis is not connected'));
    const entry = {
      uid: node,
      nsp: '/',
      type: MessageType.BROADCAST,
      data: { packet, opts: NOWHERE },
    } as const;
    Promise.resolve(adapter?.doPublish(entry)).then(failures.clear, failures.report);
  };
  const hello = setInterval(() => publish({ kind: 'hello' }, false), HELLO_EVERY_MS).unref();
  const onRawMessage = (raw: { uid: string; data?: string }) => {
    if (raw.uid !== node) return applyEntry(raw.data, options);
    clearInterval(hello);
    heard.resolve();
  };

  return {
    // Socket.IO calls this with `new`, which an arrow function does not allow.
    adapter: function createStreamsAdapter(namespace: unknown) {
      adapter = Object.assign(factory(namespace), { onRawMessage });
      return adapter;
    },
    send: (command) => publish(command, command.kind !== 'flush'),
    ready: heard.promise,
    close: () => {
      clearInterval(hello);
      void adapter?.close();
      disconnect();
    },
  };
}

/**
 * Connections of our own, whose reads wait while Redis is away: with a client that refuses at once instead, the
 * adapter's reading loop would never let go of the event loop. They are kept to be ended on close, where the adapter
 * would wait for its blocking read.
 */
function openClients(redis: Redis) {
  const waiting = {
    lazyConnect: false,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    retryStrategy: backoff,
  };
  const client = redis.duplicate(waiting);
  const clients = [client];
  const open = client.duplicate.bind(client);
  const duplicate = () => {
    const another = open();
    clients.push(another);
    return another;
  };
  // The failure report tells of a Redis that is away; ioredis only asks that somebody listens.
  client.on('error', () => undefined);
  const disconnect = () => clients.forEach((each) => each.disconnect());
  return { client: Object.assign(client, { duplicate }), disconnect };
}

function backoff(attempt: number): number {
  return Math.min(attempt * 100, 2000);
}

/** Logs the first failure of a row, and counts them all. */
function createFailureReport({ logger, path, onFailure }: ClusterOptions) {
  let isFailing = false;
  return {
    report: (error: unknown) => {
      onFailure();
      if (!isFailing) logger.error({ err: error, path }, 'other nodes cannot be reached');
      isFailing = true;
    },
    clear: () => {
      isFailing = false;
    },
  };
}

/** Never throws: the adapter would read the same entry for ever. What it does not know it passes over. */
function applyEntry(data: string | undefined, { logger, path, onCommand }: ClusterOptions): void {
  if (data === undefined) return;
  try {
    const entry: unknown = JSON.parse(data);
    const hasPacket = typeof entry === 'object' && entry !== null && 'packet' in entry;
    const command = hasPacket ? readCommand(entry.packet) : undefined;
    if (command) onCommand(command);
  } catch (error) {
    logger.error({ err: error, path }, 'a command of another node failed');
  }
}
