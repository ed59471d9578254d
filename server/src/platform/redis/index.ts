/** The Redis connection that the whole node shares. Without it nodes don't know each other. */
export { openRedis } from './open-redis.ts';
export { shardsOf, type RedisShard } from './redis-shards.ts';
