import { onTestFinished } from 'vitest';
import { launchRedisCluster } from './redis-cluster.fixture.ts';
import { launchRedis, type RedisProcess } from './redis-process.fixture.ts';

/** Starts a Redis of one test on a free port; it ends with the test. */
export async function startOwnRedis(): Promise<RedisProcess> {
  const redis = await launchRedis();
  onTestFinished(redis.dispose);
  return redis;
}

/** Starts a Redis Cluster of three servers, and a replica of the first. It ends with the test. */
export async function startRedisCluster() {
  const cluster = await launchRedisCluster({ replicas: 1 });
  const [replica] = cluster.replicas;
  if (!replica) throw new Error('a replica expected');
  onTestFinished(cluster.dispose);
  return { ...cluster, replica };
}
