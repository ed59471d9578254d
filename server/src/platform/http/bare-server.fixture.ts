import { DEFAULT_API_KEY } from '@adda/contract/platform';
import { createLogger } from '../logging/logger.ts';
import { createHttpServer } from './server.ts';

/** Creates the HTTP server without a route, a user or a limit, behind https or not. The caller closes it. */
export const createBareServer = ({ https }: { https: boolean }) =>
  createHttpServer({
    isOwnOrigin: () => false,
    apiKey: DEFAULT_API_KEY,
    authenticate: async () => {
      throw new Error('nobody is asked');
    },
    limiter: () => undefined,
    assertWritable: () => undefined,
    logger: createLogger('silent'),
    trustProxy: 0,
    https,
  });
