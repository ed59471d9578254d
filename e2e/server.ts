import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import {
  startServer as startProcess,
  type ServerProcess,
} from '../server/src/test/server-process.fixture.ts';

export type Server = ServerProcess;

/** Starts a server on a free port with an empty data folder. */
export const startServer = (env: NodeJS.ProcessEnv = {}): Promise<Server> => startProcess({ env });

/** Finds a port that nothing listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server whose address has a host name: browsers have no passkeys on an IP address (ID-01). */
export async function startNamedServer(env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const port = await findFreePort();
  return startProcess({ port, env: { ...env, PUBLIC_URL: `http://localhost:${port}` } });
}
