import { randomInt } from 'node:crypto';
import { createOwnDatabase } from '../own-database.fixture.ts';
import { startServer, type ServerProcess } from '../server-process.fixture.ts';
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.fixture.ts';
import { openDrillProxy, type DrillProxy } from './drill-proxy.fixture.ts';

/** Redis has 16 databases by default; the first is shared. */
const REDIS_DATABASES = 16;
/** The setting behind a proxy: time for the proxy to notice that a node drains. */
const DRAIN_SECONDS = '2';

/** The services that nodes share. */
export type DrillServices = {
  /** A PostgreSQL server on which a database is created and dropped. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
};

/** Nodes on one database and one Redis, behind one address. */
export type DrillNodes = {
  readonly nodes: readonly ServerProcess[];
  readonly proxy: DrillProxy;
  /** The TCP proxy between the nodes and Redis. */
  readonly redis: TcpProxy;
  readonly dispose: () => Promise<void>;
};

/** Starts `count` nodes, each in its own process. */
export async function startDrillNodes(services: DrillServices, count: number): Promise<DrillNodes> {
  const database = await createOwnDatabase(services.databaseUrl);
  const redisUrl = new URL(services.redisUrl);
  const redis = await openTcpProxy(Number(redisUrl.port || '6379'), redisUrl.hostname);
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
