import type { Redis } from 'ioredis';

/** Timeout of the stream's blocking reads. A longer silence means a dead connection. */
export const READ_TIMEOUT_MS = 2000;
const RESPONSE_TIMEOUT_MS = 4500;
const MAX_RETRY_MS = 1000;

/** A connection for the adapter, which duplicates it, and a function that closes all of them. */
export type ClusterClients = { readonly client: Redis; readonly disconnect: () => void };

/**
 * Opens separate connections whose commands wait while Redis is unavailable: with commands that fail at once, the
 * adapter's read loop would block the event loop. A hanging connection is closed and reopened, and unanswered
 * commands are sent again in order. All connections are tracked so that closing does not wait for the adapter's
 * blocking read.
 */
export function openClients(redis: Redis): ClusterClients {
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
