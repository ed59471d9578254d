import { createOwnDatabase } from '../../../server/src/test/own-database.fixture.ts';
import { createDataDir, startServer } from '../../../server/src/test/server-process.fixture.ts';
import { inspectorArguments } from '../measure/inspector.ts';
import { postgresBackendsOf } from '../measure/processes.ts';
import { openRedisUsage } from '../measure/redis-usage.ts';
import { prepareDataset } from '../dataset/prepare-dataset.ts';
import type { AddContent, Scenario } from '../dataset/dataset.types.ts';
import type { Contender } from './contender.types.ts';

const JWT_SECRET = 'a secret for measurements, long enough to be taken';

type Options = {
  readonly scenarios: readonly Scenario[];
  readonly withInspector: boolean;
  /** A PostgreSQL server on which a database is created and dropped; the embedded engine by default. */
  readonly serverUrl?: string | undefined;
  /** Redis for two nodes on that database; a single node by default. */
  readonly redisUrl?: string | undefined;
  /** Further nodes to which no client connects. */
  readonly emptyNodes?: number;
  readonly addContent?: AddContent;
};

/** Starts the real program on a database with users and rooms. */
export async function startAdda(options: Options): Promise<Contender> {
  const { scenarios, serverUrl, redisUrl, emptyNodes = 0, addContent } = options;
  const ownDatabase = serverUrl === undefined ? undefined : await createOwnDatabase(serverUrl);
  const dataDir = createDataDir();
  const target = { dataDir, databaseUrl: ownDatabase?.url, jwtSecret: JWT_SECRET };
  const dataset = await prepareDataset(target, scenarios, addContent);
  const env = { DATABASE_URL: ownDatabase?.url ?? '', REDIS_URL: redisUrl ?? '' };
  const first = await startNode(options, env, dataDir);
  const second = redisUrl === undefined ? undefined : await startNode(options, env, createDataDir());
  const empty: Awaited<ReturnType<typeof startNode>>[] = [];
  for (let count = 0; count < emptyNodes; count += 1)
    empty.push(await startNode(options, env, createDataDir()));
  const usage = redisUrl === undefined ? undefined : openRedisUsage(redisUrl);
  return {
    name:
      emptyNodes > 0
        ? `${2 + emptyNodes} nodes`
        : second
          ? 'two nodes'
          : ownDatabase
            ? 'postgres'
            : 'embedded',
    ...first.node,
    otherNodes: second ? [second.node] : [],
    emptyNodes: empty.map(({ node }) => node),
    protocol: 'confirmation_event',
    ...dataset,
    databaseUrl: ownDatabase?.url,
    databasePids: () => (ownDatabase ? postgresBackendsOf(ownDatabase.name) : []),
    ...(usage && { redisCpuSeconds: usage.cpuSeconds }),
    dispose: async () => {
      await Promise.all([first.dispose(), second?.dispose(), ...empty.map((each) => each.dispose())]);
      usage?.close();
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
