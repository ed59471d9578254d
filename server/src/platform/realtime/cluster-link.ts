import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { MessageType } from 'socket.io-adapter';
import type { RawEntry } from './cluster-peers.ts';
import type { RealtimeLogger } from './realtime.types.ts';
import type { RoomCommand } from './room-commands.ts';

const STREAM_ENTRIES = 10_000;
/** Limit of unanswered writes, which would only accumulate in memory. */
const MAX_PENDING = 2000;
const NOWHERE = { rooms: [], except: [], flags: {} };

/** The adapter for Socket.IO; extends its in-memory adapter. */
export type StreamsAdapter = ReturnType<ReturnType<typeof createAdapter>>;

/** An entry of the stream: a command, or a heartbeat with the number of commands so far. */
type ClusterPacket = RoomCommand | { readonly kind: 'hello' | 'bye' };

type Options = {
  readonly redis: Redis;
  readonly path: string;
  /** The id of this process among the nodes. */
  readonly node: string;
  readonly logger: RealtimeLogger;
  readonly onEntry: (raw: RawEntry) => void;
  readonly onFailure: () => void;
};

/**
 * Writes to the stream and reads it, once opened for a namespace of Socket.IO. Reopened, it reads from the current
 * end.
 */
export function createClusterLink({ redis, path, node, onEntry, ...options }: Options) {
  const failures = createFailureReport({ path, ...options });
  let link: (ClusterClients & { readonly adapter: StreamsAdapter }) | undefined;
  let pending = 0;
  const isConnected = () => link?.client.status === 'ready';

  function open(namespace: unknown): StreamsAdapter {
    const clients = openClients(redis);
    const factory = createAdapter(clients.client, {
      streamName: `adda:realtime:${path}`,
      channelPrefix: `adda:realtime:${path}`,
      maxLen: STREAM_ENTRIES,
      blockTimeInMs: READ_TIMEOUT_MS,
      onlyPlaintext: true,
    });
    const adapter = Object.assign(factory(namespace), { onRawMessage: onEntry });
    link = { ...clients, adapter };
    return adapter;
  }

  function end(): void {
    void link?.adapter.close();
    link?.disconnect();
  }

  return {
    open,
    end,
    isConnected,
    reopen: () => {
      if (!link) return;
      const { nsp } = link.adapter;
      end();
      open(nsp);
    },
    /**
     * Resolves with whether Redis accepted the packet. With `mayWait` false a packet is dropped while Redis is
     * unavailable or too many writes are pending.
     */
    write: async (packet: ClusterPacket, number: number, mayWait: boolean): Promise<boolean> => {
      const isClear = isConnected() && pending < MAX_PENDING;
      if (!link || (!isClear && !mayWait)) {
        failures.report(new Error('Redis is not connected, or does not answer'));
        return false;
      }
      const data = { packet, opts: NOWHERE, number };
      pending += 1;
      try {
        await link.adapter.doPublish({ uid: node, nsp: '/', type: MessageType.BROADCAST, data } as const);
        failures.clear();
        return true;
      } catch (error) {
        failures.report(error);
        return false;
      } finally {
        pending -= 1;
      }
    },
  };
}

/** Logs the first failure of a series and counts them all. */
function createFailureReport({ logger, path, onFailure }: Pick<Options, 'logger' | 'path' | 'onFailure'>) {
  let isFailing = false;
  return {
    report: (error: unknown) => {
      onFailure();
      if (!isFailing) logger.error({ err: error, path }, 'other nodes cannot be reached');
      isFailing = true;
    },
    clear: () => {
      if (isFailing) logger.info({ path }, 'other nodes can be reached again');
      isFailing = false;
    },
  };
}

/** Timeout of the stream's blocking reads. A longer silence means a dead connection. */
const READ_TIMEOUT_MS = 2000;
const RESPONSE_TIMEOUT_MS = 4500;
const MAX_RETRY_MS = 1000;

/** A connection for the adapter, which duplicates it, and a function that closes all of them. */
type ClusterClients = { readonly client: Redis; readonly disconnect: () => void };

/**
 * Opens separate connections whose commands wait while Redis is unavailable: with commands that fail immediately, the
 * adapter's read loop would block the event loop. A hanging connection is closed and reopened, and unanswered
 * commands are sent again in order. All connections are tracked so that closing does not wait for the adapter's
 * blocking read.
 */
function openClients(redis: Redis): ClusterClients {
  const waiting = {
    lazyConnect: false,
    enableOfflineQueue: true,
    autoResendUnfulfilledCommands: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    connectTimeout: RESPONSE_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    retryStrategy: backoff,
  };
  const client = redis.duplicate(waiting);
  const clients = [client];
  const open = client.duplicate.bind(client);
  const duplicate = () => {
    // Nothing is sent over the adapter's channels. Subscribing would reject without a handler when a node ends
    // without Redis.
    const another = Object.assign(open(), { subscribe: () => Promise.resolve(0) });
    clients.push(another);
    return another;
  };
  // The failure report covers an unavailable Redis; ioredis only requires a listener.
  client.on('error', () => undefined);
  const disconnect = () => clients.forEach((each) => each.disconnect());
  return { client: Object.assign(client, { duplicate }), disconnect };
}

function backoff(attempt: number): number {
  return Math.min(attempt * 100, MAX_RETRY_MS);
}
