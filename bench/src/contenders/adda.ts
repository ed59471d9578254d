import { createOwnDatabase } from '../../../server/src/test/own-database.fixture.ts';
import { createDataDir, startServer } from '../../../server/src/test/server-process.fixture.ts';
import { inspectorArguments } from '../measure/inspector.ts';
import { postgresBackendsOf } from '../measure/processes.ts';
import { prepareTown } from '../town/prepare-town.ts';
import type { Furnish, Quarter } from '../town/town.types.ts';
import type { Contender } from './contender.types.ts';

const JWT_SECRET = 'a secret for measurements, long enough to be taken';

type Options = {
  readonly quarters: readonly Quarter[];
  readonly withInspector: boolean;
  /** A PostgreSQL server where a database is made and dropped; the embedded engine unless told. */
  readonly serverUrl?: string | undefined;
  readonly furnish?: Furnish;
};

/** Starts the real program on a database with people and rooms in it. */
export async function startAdda({
  quarters,
  withInspector,
  serverUrl,
  furnish,
}: Options): Promise<Contender> {
  const own = serverUrl === undefined ? undefined : await createOwnDatabase(serverUrl);
  const dataDir = createDataDir();
  const place = { dataDir, databaseUrl: own?.url, jwtSecret: JWT_SECRET };
  const town = await prepareTown(place, quarters, furnish);
  const inspector = withInspector ? await inspectorArguments() : undefined;
  const server = await startServer({
    dataDir,
    nodeArguments: inspector?.nodeArguments ?? [],
    env: {
      NODE_ENV: 'production',
      RATE_LIMITS: 'off',
      MAX_GROUP_MEMBERS: '5000',
      LOG_LEVEL: 'warn',
      JWT_SECRET,
      DATABASE_URL: own?.url ?? '',
      REDIS_URL: '',
    },
  });
  return {
    name: own ? 'postgres' : 'embedded',
    port: Number(new URL(server.url).port),
    pid: server.pid(),
    protocol: 'confirmation_event',
    ...town,
    databasePids: () => (own ? postgresBackendsOf(own.name) : []),
    inspectorPort: inspector?.port,
    dispose: async () => {
      await server.dispose();
      await own?.drop();
    },
  };
}
