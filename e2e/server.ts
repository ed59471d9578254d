import { freePort } from '../server/src/test/free-port.fixture.ts';
import {
  startServer as startProcess,
  type ServerProcess,
  type StartServer,
} from '../server/src/test/server-process.fixture.ts';

export type Server = ServerProcess;

/** Starts a server on a free port with an empty data folder; `nodeArguments` as for every server process. */
export const startServer = (
  env: NodeJS.ProcessEnv = {},
  options: Pick<StartServer, 'nodeArguments'> = {},
): Promise<Server> => startProcess({ env, ...options });

/** Starts a server whose address has a host name: browsers have no passkeys on an IP address (ID-01). */
export async function startNamedServer(env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const port = await freePort();
  return startProcess({ port, env: { ...env, PUBLIC_URL: `http://localhost:${port}` } });
}
