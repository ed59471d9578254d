import { Redis } from 'ioredis';

/** Reads the CPU use of a Redis, local or remote. */
export type RedisClock = {
  /** CPU seconds that it has used so far, over all threads and clients. */
  readonly cpuSeconds: () => Promise<number>;
  readonly close: () => void;
};

/** Connects to a Redis; the first reading fails if it is not reachable. */
export function openRedisClock(url: string): RedisClock {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  return {
    cpuSeconds: async () => {
      const report = await redis.info('cpu');
      const figure = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(report)?.[1] ?? 0);
      return figure('used_cpu_sys') + figure('used_cpu_user');
    },
    close: () => redis.disconnect(),
  };
}
