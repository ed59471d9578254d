import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';

/** Nobody waits longer for a count than this; a request goes on with the counts of this node. */
const ANSWERS_WITHIN_MS = 500;
/** A connection that says nothing for so long although it was asked is ended, so that nobody waits any more. */
const DEAD_AFTER_MS = 2000;
const RETRY_AT_MOST_MS = 1000;

/**
 * Opens a connection whose commands fail at once while Redis is away and soon where it hangs: what is asked of it is a
 * hint that nothing waits for. It comes back by itself, and tells the log once when it is away and when it is
 * back. Never throws, also where Redis is away at the start.
 */
export function openRedis(url: string, logger: Pick<Logger, 'info' | 'warn'>): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWERS_WITHIN_MS,
    socketTimeout: DEAD_AFTER_MS,
    connectTimeout: DEAD_AFTER_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, RETRY_AT_MOST_MS),
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
