import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { Agent, request } from 'node:http';

/** The time of a request until its last byte in milliseconds, and its response. */
export type TimedResponse = { readonly ms: number; readonly status: number; readonly body: string };

/**
 * Creates a client for requests over one keep-alive connection. Minimal, because client overhead per request would hide
 * a slowdown of the server.
 */
export function createTimedGet(port: number, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` };
  const get = (path: string) =>
    new Promise<TimedResponse>((resolve, reject) => {
      const started = performance.now();
      request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - started;
          resolve({ ms, status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
        });
      })
        .on('error', reject)
        .end();
    });
  return { get, close: () => agent.destroy() };
}

export type TimedGet = ReturnType<typeof createTimedGet>;
