import {
  startServer as startProcess,
  type ServerProcess,
} from '../server/src/test/server-process.fixture.ts';

export type Server = ServerProcess;

/** Starts a server on a free port with an empty data folder. */
export const startServer = (env: NodeJS.ProcessEnv = {}): Promise<Server> => startProcess({ env });
