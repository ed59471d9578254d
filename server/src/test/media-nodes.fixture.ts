import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { onTestFinished } from 'vitest';
import { startApp, type App } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { startS3 } from '../platform/media-store/s3.fixture.ts';
import { createClient, type Client } from './client.ts';
import { createTestDatabase } from './database.fixture.ts';
import { about } from './kill-nine.fixture.ts';
import { openTcpProxy } from './tcp-proxy.fixture.ts';

/** A node with its own folder. */
export type MediaNode = { readonly app: App; readonly url: string; readonly client: Client };

type FormResponse = { status: number; code?: string; detail?: string; image_url?: string; media_id?: string };

/** Starts a bucket behind a TCP proxy, and a database, for nodes that a test starts and stops. */
export async function startMediaServices(env: Record<string, string> = {}) {
  const s3 = await startS3();
  const proxy = await openTcpProxy(Number(new URL(s3.options.endpoint).port));
  const { database, cleanup } = await createTestDatabase();
  const running = new Set<App>();
  const folders: string[] = [];

  const stop = async (node: MediaNode) => {
    running.delete(node.app);
    await node.app.stop();
  };
  onTestFinished(async () => {
    await proxy.restore();
    for (const app of running) await app.stop();
    await cleanup();
    await proxy.close();
    await s3.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return {
    proxy,
    /** The bucket's address without the proxy. */
    s3: s3.options,
    stop,
    async start(): Promise<MediaNode> {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-node-'));
      folders.push(dataDir);
      const { bucket, accessKeyId, secretAccessKey } = s3.options;
      const config = readConfig({
        NODE_ENV: 'test',
        PORT: '0',
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        JWT_SECRET: 'a secret of nodes that share everything',
        REDIS_URL: process.env['TEST_REDIS_URL'],
        S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
        ...env,
      });
      const logger = createLogger(process.env['TEST_LOG_LEVEL'] ?? 'silent');
      const app = await startApp({ config, logger, database });
      running.add(app);
      return { app, url: app.url, client: createClient(app.url) };
    },
  };
}

/** Registers a user. Returns the credentials for calls. */
export async function join({ client }: MediaNode, username: string) {
  const body = { username, email: `${username}@example.org`, password: 'warm chai at dusk', ...about };
  const { data } = await client('POST /auth/register', { body });
  return { token: data.access_token };
}

/** Sends a form with a file as a browser does. */
export async function sendFile(
  { url }: Pick<MediaNode, 'url'>,
  to: string,
  { token }: { readonly token: string },
  bytes: Uint8Array,
): Promise<FormResponse> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a file');
  const headers = { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${to}`, { method: 'POST', headers, body: form });
  return { ...JSON.parse(await response.text()), status: response.status };
}
