import { randomInt } from 'node:crypto';
import { createOwnDatabase } from '../own-database.fixture.ts';
import { startServer, type ServerProcess } from '../server-process.fixture.ts';
import { openWire, type Wire } from '../wire.fixture.ts';
import { openDrillProxy, type DrillProxy } from './drill-proxy.fixture.ts';

/** Redis has 16 databases unless told; the first is everybody's. */
const REDIS_DATABASES = 16;
/** As operators set it behind a proxy: time to notice that a node sends people away, before it does. */
const DRAIN_SECONDS = '2';

/** The services that nodes share. */
export type DrillServices = {
  /** A PostgreSQL server where a database is made and dropped. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
};

/** Nodes on one database and one Redis, behind one address. */
export type DrillNodes = {
  readonly nodes: readonly ServerProcess[];
  readonly proxy: DrillProxy;
  /** The nodes' way to Redis. */
  readonly redis: Wire;
  readonly dispose: () => Promise<void>;
};

/** Starts as many nodes, each a process of its own. */
export async function startDrillNodes(services: DrillServices, count: number): Promise<DrillNodes> {
  const database = await createOwnDatabase(services.databaseUrl);
  const redisUrl = new URL(services.redisUrl);
  const redis = await openWire(Number(redisUrl.port || '6379'), redisUrl.hostname);
  redisUrl.host = `127.0.0.1:${redis.port}`;
  redisUrl.pathname = `/${randomInt(1, REDIS_DATABASES)}`;
  const nodes: ServerProcess[] = [];
  let proxy: DrillProxy | undefined;
  const dispose = async () => {
    await proxy?.close();
    for (const node of nodes) await node.kill();
    for (const node of nodes) await node.dispose();
    await redis.close();
    await database.drop();
  };
  try {
    for (let node = 0; node < count; node += 1) {
      nodes.push(
        await startServer({
          env: {
            NODE_ENV: 'production',
            RATE_LIMITS: 'off',
            LOAD_TEST: 'on',
            JWT_SECRET: 'a secret for drills, the same on every node',
            DATABASE_URL: database.url,
            REDIS_URL: redisUrl.href,
            DRAIN_SECONDS,
          },
        }),
      );
    }
    proxy = await openDrillProxy(nodes.map(({ url }) => Number(new URL(url).port)));
    return { nodes, proxy, redis, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
