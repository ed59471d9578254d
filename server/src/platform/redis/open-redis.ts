import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../logging/logger.ts';

/** Timeout of a command. A rate limit then falls back to the counts of this node. */
const COMMAND_TIMEOUT_MS = 500;
/** A connection without a response for this long is closed. */
const SOCKET_TIMEOUT_MS = 2000;
const MAX_RETRY_MS = 1000;
/** How often a command follows a slot to another server of a cluster, or waits for one. */
const MAX_REDIRECTIONS = 3;

const commandOptions = {
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: SOCKET_TIMEOUT_MS,
  connectTimeout: SOCKET_TIMEOUT_MS,
} satisfies RedisOptions;

const retryDelay = (attempt: number): number => Math.min(attempt * 100, MAX_RETRY_MS);

/**
 * Opens a connection whose commands fail immediately while Redis is unavailable and soon when it hangs: Redis provides
 * hints only. It reconnects automatically, and logs once when it becomes unavailable and when it returns. Never
 * throws, even when Redis is unavailable at the start. Of a cluster `url` names one server or several, separated by commas, which
 * know the others; its commands have one key each.
 */
export function openRedis(
  url: string,
  logger: Pick<Logger, 'info' | 'warn'>,
  { isCluster = false } = {},
): Redis | Cluster {
  const redis = isCluster ? openCluster(url.split(',')) : openServer(url);
  let isUnavailable = false;
  const noteAway = (error: unknown) => {
    if (!isUnavailable) logger.warn({ err: error }, 'Redis is away');
    isUnavailable = true;
  };
  const noteBack = () => {
    if (isUnavailable) logger.info('Redis is back');
    isUnavailable = false;
  };
  redis.on('error', noteAway);
  redis.on('ready', noteBack);
  // Of a cluster: one of its servers.
  redis.on('node error', noteAway);
  redis.on('+node', noteBack);
  return redis;
}

const openServer = (url: string): Redis =>
  new Redis(url, {
    ...commandOptions,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: retryDelay,
  });

/** The servers of a cluster have the user, the password and the encryption of the first URL. */
function openCluster(urls: readonly string[]): Cluster {
  const servers = urls.map((each) => new URL(each.trim()));
  const { username, password, protocol } = servers[0] ?? new URL('redis://127.0.0.1');
  return new Cluster(
    servers.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 6379) })),
    {
      enableOfflineQueue: false,
      maxRedirections: MAX_REDIRECTIONS,
      clusterRetryStrategy: retryDelay,
      redisOptions: {
        ...commandOptions,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(protocol === 'rediss:' && { tls: {} }),
      },
    },
  );
}
