import { GROUP_SEND_INTERVAL_MS, GROUP_SEND_TOLERANCE_MS } from '@adda/contract/rooms';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';

/** In whole seconds, because Redis keeps a shorter count for ever. */
const BUDGET = { calls: 1, seconds: GROUP_SEND_INTERVAL_MS / 1000 };
const NAME = 'group_message';

/** Returns the seconds that a user has to wait before the next message in a room; 0 accepts this one. */
export type SendThrottle = (userId: number, groupId: string) => Promise<number>;

/**
 * One message a second for each person and room, over all tabs and nodes (GC-55). A message that is early by no more
 * than the tolerance passes and starts the second anew, so that nobody gains by it.
 */
export function createSendThrottle(limiter: RateLimiter): SendThrottle {
  return async (userId, groupId) => {
    const key = `${userId}:${groupId}`;
    const wait = await limiter.take(NAME, key, BUDGET);
    if (wait * 1000 > GROUP_SEND_TOLERANCE_MS) return wait;
    if (wait > 0) {
      await limiter.reset(NAME, key, BUDGET);
      await limiter.take(NAME, key, BUDGET);
    }
    return 0;
  };
}
