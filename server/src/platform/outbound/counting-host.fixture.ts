import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** A local web server for tests. */
export type CountingHost = {
  readonly port: number;
  /** The requested paths, in order. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
};

/** Starts it on a free port of every local address. The caller closes it. */
export async function startCountingHost(listener: RequestListener): Promise<CountingHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** Starts it for one test; it closes automatically. */
export async function countingHost(listener: RequestListener): Promise<CountingHost> {
  const host = await startCountingHost(listener);
  onTestFinished(host.close);
  return host;
}
