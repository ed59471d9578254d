import { createOwnDatabase } from '../own-database.fixture.ts';
import { startServer, type ServerProcess } from '../server-process.fixture.ts';
import { openDrillProxy, type DrillProxy } from './drill-proxy.fixture.ts';
import type { DrillRedis } from './drill-redis.fixture.ts';

/** The setting behind a proxy: time for the proxy to notice that a node drains. */
const DRAIN_SECONDS = '2';

/** The services that nodes share. */
export type DrillServices = {
  /** A PostgreSQL server on which a database is created and dropped. */
  readonly databaseUrl: string;
  /** A Redis server, of which a database is used. */
  readonly redisUrl: string;
};

/** Nodes on one database and one Redis, behind one address. */
export type DrillNodes = {
  readonly nodes: readonly ServerProcess[];
  readonly proxy: DrillProxy;
  readonly dispose: () => Promise<void>;
};

/** Starts `count` nodes, each in its own process. */
export async function startDrillNodes(
  { databaseUrl }: Pick<DrillServices, 'databaseUrl'>,
  redis: DrillRedis,
  count: number,
): Promise<DrillNodes> {
  const database = await createOwnDatabase(databaseUrl);
  const nodes: ServerProcess[] = [];
  let proxy: DrillProxy | undefined;
  const dispose = async () => {
    await proxy?.close();
    for (const node of nodes) await node.kill();
    for (const node of nodes) await node.dispose();
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
            ...redis.env,
            DRAIN_SECONDS,
          },
        }),
      );
    }
    proxy = await openDrillProxy(nodes.map(({ url }) => Number(new URL(url).port)));
    return { nodes, proxy, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
