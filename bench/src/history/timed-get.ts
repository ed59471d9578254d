import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { Agent, request } from 'node:http';

/** What a request took until its last byte was here, in milliseconds, and what it brought. */
export type TimedAnswer = { readonly ms: number; readonly status: number; readonly body: string };

/**
 * Makes requests over one connection that stays open. As plain as Node allows: what a client adds to every request
 * would hide how much slower a server became.
 */
export function createTimedGet(port: number, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` };
  const get = (path: string) =>
    new Promise<TimedAnswer>((resolve, reject) => {
      const started = performance.now();
      request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const ms = performance.now() - started;
          resolve({ ms, status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
        });
      })
        .on('error', reject)
        .end();
    });
  return { get, close: () => agent.destroy() };
}

export type TimedGet = ReturnType<typeof createTimedGet>;
