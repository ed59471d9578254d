import { createOwnDatabase } from '../../../server/src/test/own-database.fixture.ts';
import { createDataDir, startServer } from '../../../server/src/test/server-process.fixture.ts';
import { inspectorArguments } from '../measure/inspector.ts';
import { postgresBackendsOf } from '../measure/processes.ts';
import { openRedisUsage } from '../measure/redis-usage.ts';
import { prepareDataset } from '../dataset/prepare-dataset.ts';
import type { AddContent, Scenario } from '../dataset/dataset.types.ts';
import type { Contender, ContenderName } from './contender.types.ts';

const JWT_SECRET = 'a secret for measurements, long enough to be taken';

type Options = {
  readonly scenarios: readonly Scenario[];
  readonly withInspector: boolean;
  /** A PostgreSQL server on which a database is created and dropped; the embedded engine by default. */
  readonly serverUrl?: string | undefined;
  /** Redis for several nodes on that database; a single node by default. */
  readonly redisUrl?: string | undefined;
  /** Nodes with clients, if there is a Redis. */
  readonly nodes?: number;
  /** Further nodes to which no client connects. */
  readonly emptyNodes?: number;
  readonly addContent?: AddContent;
};

/** Starts the real program on a database with users and rooms. */
export async function startAdda(options: Options): Promise<Contender> {
  const { scenarios, serverUrl, redisUrl, emptyNodes = 0, addContent } = options;
  const otherNodes = redisUrl === undefined ? 0 : (options.nodes ?? 2) - 1;
  const ownDatabase = serverUrl === undefined ? undefined : await createOwnDatabase(serverUrl);
  const dataDir = createDataDir();
  const target = { dataDir, databaseUrl: ownDatabase?.url, jwtSecret: JWT_SECRET };
  const dataset = await prepareDataset(target, scenarios, addContent);
  const env = { DATABASE_URL: ownDatabase?.url ?? '', REDIS_URL: redisUrl ?? '' };
  const first = await startNode(options, env, dataDir);
  const further: Awaited<ReturnType<typeof startNode>>[] = [];
  while (further.length < otherNodes + emptyNodes)
    further.push(await startNode(options, env, createDataDir()));
  const usage = redisUrl === undefined ? undefined : openRedisUsage(redisUrl);
  return {
    name: nameOf(1 + further.length, ownDatabase !== undefined),
    ...first.node,
    otherNodes: further.slice(0, otherNodes).map(({ node }) => node),
    emptyNodes: further.slice(otherNodes).map(({ node }) => node),
    protocol: 'confirmation_event',
    ...dataset,
    databaseUrl: ownDatabase?.url,
    databasePids: () => (ownDatabase ? postgresBackendsOf(ownDatabase.name) : []),
    ...(usage && { redisCpuSeconds: usage.cpuSeconds }),
    dispose: async () => {
      await Promise.all([first, ...further].map((each) => each.dispose()));
      usage?.close();
      await ownDatabase?.drop();
    },
  };
}

function nameOf(nodes: number, isOnPostgres: boolean): ContenderName {
  if (nodes > 2) return `${nodes} nodes`;
  if (nodes === 2) return 'two nodes';
  return isOnPostgres ? 'postgres' : 'embedded';
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
