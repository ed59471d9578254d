import { Redis } from 'ioredis';

/** Reads what a Redis has used, local or remote. */
export type RedisUsage = {
  /** CPU seconds that it has used so far, over all threads and clients. */
  readonly cpuSeconds: () => Promise<number>;
  /** Bytes that it has allocated. */
  readonly memoryBytes: () => Promise<number>;
  readonly close: () => void;
};

/** Connects to a Redis; the first reading fails if it is not reachable. */
export function openRedisUsage(url: string): RedisUsage {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  const read = async (section: string, names: readonly string[]) => {
    const report = await redis.info(section);
    const figures = names.map((name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(report)?.[1] ?? 0));
    return figures.reduce((sum, figure) => sum + figure, 0);
  };
  return {
    cpuSeconds: () => read('cpu', ['used_cpu_sys', 'used_cpu_user']),
    memoryBytes: () => read('memory', ['used_memory']),
    close: () => redis.disconnect(),
  };
}
