import { createOwnDatabase } from '../../../server/src/test/own-database.fixture.ts';
import { createDataDir, startServer } from '../../../server/src/test/server-process.fixture.ts';
import { inspectorArguments } from '../measure/inspector.ts';
import { postgresBackendsOf } from '../measure/processes.ts';
import { prepareDataset } from '../dataset/prepare-dataset.ts';
import type { AddContent, Scenario } from '../dataset/dataset.types.ts';
import type { Contender } from './contender.types.ts';
import { Redis } from 'ioredis';

/** Reads the CPU use of a Redis, local or remote. */
type RedisClock = {
  /** CPU seconds that it has used so far, over all threads and clients. */
  readonly cpuSeconds: () => Promise<number>;
  readonly close: () => void;
};

/** Connects to a Redis; the first reading fails if it is not reachable. */
function openRedisClock(url: string): RedisClock {
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

const JWT_SECRET = 'a secret for measurements, long enough to be taken';

type Options = {
  readonly scenarios: readonly Scenario[];
  readonly withInspector: boolean;
  /** A PostgreSQL server on which a database is created and dropped; the embedded engine by default. */
  readonly serverUrl?: string | undefined;
  /** Redis for two nodes on that database; a single node by default. */
  readonly redisUrl?: string | undefined;
  readonly addContent?: AddContent;
};

/** Starts the real program on a database with users and rooms. */
export async function startAdda(options: Options): Promise<Contender> {
  const { scenarios, serverUrl, redisUrl, addContent } = options;
  const ownDatabase = serverUrl === undefined ? undefined : await createOwnDatabase(serverUrl);
  const dataDir = createDataDir();
  const target = { dataDir, databaseUrl: ownDatabase?.url, jwtSecret: JWT_SECRET };
  const dataset = await prepareDataset(target, scenarios, addContent);
  const env = { DATABASE_URL: ownDatabase?.url ?? '', REDIS_URL: redisUrl ?? '' };
  const first = await startNode(options, env, dataDir);
  const second = redisUrl === undefined ? undefined : await startNode(options, env, createDataDir());
  const clock = redisUrl === undefined ? undefined : openRedisClock(redisUrl);
  return {
    name: second ? 'two nodes' : ownDatabase ? 'postgres' : 'embedded',
    ...first.node,
    otherNodes: second ? [second.node] : [],
    protocol: 'confirmation_event',
    ...dataset,
    databaseUrl: ownDatabase?.url,
    databasePids: () => (ownDatabase ? postgresBackendsOf(ownDatabase.name) : []),
    ...(clock && { redisCpuSeconds: clock.cpuSeconds }),
    dispose: async () => {
      await Promise.all([first.dispose(), second?.dispose()]);
      clock?.close();
      await ownDatabase?.drop();
    },
  };
}

async function startNode(
  { withInspector }: Options,
  env: { readonly DATABASE_URL: string; readonly REDIS_URL: string },
  dataDir: string,
) {
  const inspector = withInspector ? await inspectorArguments() : undefined;
  const server = await startServer({
    dataDir,
    nodeArguments: inspector?.nodeArguments ?? [],
    env: {
      NODE_ENV: 'production',
      RATE_LIMITS: 'off',
      LOAD_TEST: 'on',
      MAX_GROUP_MEMBERS: '5000',
      LOG_LEVEL: 'warn',
      JWT_SECRET,
      ...env,
    },
  });
  const port = Number(new URL(server.url).port);
  const node = { port, pid: server.pid(), inspectorPort: inspector?.port };
  return { node, dispose: server.dispose };
}
