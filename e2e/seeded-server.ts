import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SEED_PASSWORD } from '../server/src/seed/fill.ts';
import { createClient } from '../server/src/test/client.ts';
import {
  createDataDir,
  startServer as startProcess,
  type ServerProcess,
} from '../server/src/test/server-process.fixture.ts';

/** A user that the seed creates. */
const VISITOR = 'aarav.ahuja';

/** A server with seeded data, and a user of it with a session. */
export type SeededServer = {
  readonly server: ServerProcess;
  readonly visitor: { readonly username: string; readonly token: string };
};

/** Starts a server on a free port with users, three rooms and this many posts, with photos and videos (`npm run seed`). */
export async function startSeededServer(posts: number): Promise<SeededServer> {
  const dataDir = createDataDir();
  const seed = join(import.meta.dirname, '../server/src/seed.ts');
  const amounts = ['--users', '20', '--rooms', '3', '--messages', '60', '--posts', `${posts}`];
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: dataDir };
  execFileSync(process.execPath, [seed, ...amounts], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const server = await startProcess({ dataDir, env: { RATE_LIMITS: 'off' } });
  const { data } = await createClient(server.url)('POST /auth/login', {
    body: { username: VISITOR, password: SEED_PASSWORD },
  });
  return { server, visitor: { username: VISITOR, token: data.access_token } };
}
