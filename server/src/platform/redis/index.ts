/** The connection to Redis that all of a node shares; without it nodes know nothing of each other. */
export { openRedis } from './open-redis.ts';
