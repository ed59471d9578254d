import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { Agent, request } from 'node:http';
import type { User } from '../dataset/dataset.types.ts';

/** Posts JSON as a user; rejects if the response is no success. */
export type Post = (path: string, user: User, body: unknown) => Promise<void>;

/** Creates a client that posts over at most `maxSockets` keep-alive connections. */
export function createPost(port: number, maxSockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const post: Post = (path, { token }, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        [API_KEY_HEADER]: DEFAULT_API_KEY,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      };
      request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
        const { statusCode = 0 } = response;
        response.resume();
        response.on('error', reject);
        response.on('end', () => {
          if (statusCode >= 200 && statusCode < 300) resolve();
          else reject(new Error(`${path} answered ${statusCode}`));
        });
      })
        .on('error', reject)
        .end(JSON.stringify(body));
    });
  return { post, close: () => agent.destroy() };
}
