import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';

/** Timeout of a command. A rate limit then falls back to the counts of this node. */
const COMMAND_TIMEOUT_MS = 500;
/** A connection without a response for this long is closed. */
const SOCKET_TIMEOUT_MS = 2000;
const MAX_RETRY_MS = 1000;

/**
 * Opens a connection whose commands fail immediately while Redis is unavailable and soon when it hangs: Redis provides
 * hints only. It reconnects automatically, and logs once when it becomes unavailable and when it returns. Never
 * throws, even when Redis is unavailable at the start.
 */
export function openRedis(url: string, logger: Pick<Logger, 'info' | 'warn'>): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectTimeout: SOCKET_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  });
  let isUnavailable = false;
  redis.on('error', (error: unknown) => {
    if (!isUnavailable) logger.warn({ err: error }, 'Redis is away');
    isUnavailable = true;
  });
  redis.on('ready', () => {
    if (isUnavailable) logger.info('Redis is back');
    isUnavailable = false;
  });
  return redis;
}
