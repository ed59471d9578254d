import type { Cluster, Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** A budget of `calls` per `seconds`. */
export type Budget = { readonly calls: number; readonly seconds: number };

/** Counts uses of named budgets, in this process or in Redis for all nodes. */
export type RateLimiter = {
  /** Uses one call of a budget. Returns 0 when allowed, otherwise the seconds to wait, always above 0. */
  take(name: string, key: string, budget: Budget): Promise<number>;
  /** Returns the seconds until the next call would be allowed. Uses nothing. */
  peek(name: string, key: string, budget: Budget): Promise<number>;
  /** Resets the used calls. */
  reset(name: string, key: string, budget: Budget): Promise<void>;
};

/**
 * Creates the limiter. `redis` shares the counts between nodes; while Redis is unavailable each node counts alone.
 * With `remembers` a node caches refusals from Redis until they expire; it does not notice a reset on another node.
 */
export function createRateLimiter(redis?: Redis | Cluster, { remembers = false } = {}): RateLimiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (name: string, { calls, seconds }: Budget) => {
    const found = limiters.get(name);
    if (found) return found;
    const options = { keyPrefix: `limit:${name}`, points: calls, duration: seconds };
    const local = new RateLimiterMemory(options);
    const made = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: local,
          ...(remembers && { inMemoryBlockOnConsumed: calls }),
        })
      : local;
    limiters.set(name, made);
    return made;
  };
  return {
    async take(name, key, budget) {
      try {
        await limiterOf(name, budget).consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(0.001, refusal.msBeforeNext / 1000);
        throw refusal;
      }
    },
    async peek(name, key, budget) {
      const state = await limiterOf(name, budget).get(key);
      return state && state.consumedPoints >= budget.calls ? Math.max(0.001, state.msBeforeNext / 1000) : 0;
    },
    async reset(name, key, budget) {
      await limiterOf(name, budget).delete(key);
    },
  };
}
