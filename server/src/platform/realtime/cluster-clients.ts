import type { Redis } from 'ioredis';

/** The stream's blocking reads end after so long without news, so that silence tells of a connection that is dead. */
export const READ_BLOCKS_MS = 2000;
const ANSWERS_WITHIN_MS = 4500;
const RETRY_AT_MOST_MS = 1000;

/** A connection for the adapter to write on and to multiply, and the end of all of them. */
export type ClusterClients = { readonly client: Redis; readonly disconnect: () => void };

/**
 * Connections of our own, whose reads wait while Redis is away: with a client that refuses at once instead, the
 * adapter's reading loop would never let go of the event loop. One that hangs is ended and opened again, what was not
 * answered is sent again, in its order. They are kept to be ended on close, where the adapter would wait for its
 * blocking read.
 */
export function openClients(redis: Redis): ClusterClients {
  const waiting = {
    lazyConnect: false,
    enableOfflineQueue: true,
    autoResendUnfulfilledCommands: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    connectTimeout: ANSWERS_WITHIN_MS,
    socketTimeout: ANSWERS_WITHIN_MS,
    retryStrategy: backoff,
  };
  const client = redis.duplicate(waiting);
  const clients = [client];
  const open = client.duplicate.bind(client);
  const duplicate = () => {
    // Nothing travels over the adapter's channels; asking for them would fail unheard when a node ends without Redis.
    const another = Object.assign(open(), { subscribe: () => Promise.resolve(0) });
    clients.push(another);
    return another;
  };
  // The failure report tells of a Redis that is away; ioredis only asks that somebody listens.
  client.on('error', () => undefined);
  const disconnect = () => clients.forEach((each) => each.disconnect());
  return { client: Object.assign(client, { duplicate }), disconnect };
}

function backoff(attempt: number): number {
  return Math.min(attempt * 100, RETRY_AT_MOST_MS);
}
