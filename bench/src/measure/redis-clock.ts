import { Redis } from 'ioredis';

/** Reads how much CPU a Redis uses, wherever it runs. */
export type RedisClock = {
  /** CPU seconds that it has used so far, all its threads together; whoever asked for them. */
  readonly cpuSeconds: () => Promise<number>;
  readonly close: () => void;
};

/** Connects to a Redis; fails at the first reading when there is none. */
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
