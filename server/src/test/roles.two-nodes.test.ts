import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeVideo } from '../features/media/video/videos.fixture.ts';
import { payOrder } from '../features/payments/payments.fixture.ts';
import { startS3 } from '../platform/media-store/s3.fixture.ts';
import { sendFile } from './media-nodes.fixture.ts';
import {
  hasServices,
  registered,
  startServices,
  type ClusterNode,
  type Person,
} from './two-nodes.fixture.ts';

const PATIENCE = { timeout: 90_000, interval: 200 };
/** Longer than two polls for due jobs. */
const POLLS_MS = 5_000;

const mailsOf = ({ dataDir }: ClusterNode) =>
  globSync('outbox/*.eml', { cwd: dataDir }).map((file) => readFileSync(join(dataDir, file), 'utf8'));

/** Starts a web node and returns a function that starts a jobs node beside it, with one bucket for both. */
async function startRoles() {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const { startNode } = await startServices();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.options;
  const store = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const web = await startNode({ ...store, ROLE: 'web' });
  return { web, startJobs: () => startNode({ ...store, ROLE: 'jobs', PUBLIC_URL: web.url }) };
}

/** Returns the states of all jobs of the names. */
async function statesOf({ databaseUrl }: ClusterNode, names: readonly string[]): Promise<string[]> {
  const reader = new pg.Client({ connectionString: databaseUrl });
  await reader.connect();
  try {
    const { rows } = await reader.query<{ state: string }>(
      'SELECT state::text FROM pgboss.job WHERE name = ANY($1)',
      [names],
    );
    return rows.map(({ state }) => state);
  } finally {
    await reader.end();
  }
}

/** Returns the link to the original of a person's only post; empty until its file is written. */
async function linkOf({ client }: ClusterNode, by: Person): Promise<string> {
  const { data } = await client('GET /media/list', { query: { creator: by.username } }, by);
  return data.media[0]?.media_url ?? '';
}

/** Returns the status of a call without credentials. */
const statusOf = async ({ url }: ClusterNode, path: string, init: RequestInit = {}) =>
  (await fetch(url + path, { headers: { accept: 'text/html' }, ...init })).status;

describe.runIf(hasServices)('roles', () => {
  it(
    'CL-06: a web node leaves mails and videos to a jobs node, which works them off',
    { timeout: 240_000 },
    async () => {
      const { web, startJobs } = await startRoles();
      const asha = await registered(web.client);
      const video = await makeVideo({ codec: 'mpeg4', frames: 20 });
      expect((await sendFile(web, '/media/upload', asha, video)).status).toBe(201);
      await delay(POLLS_MS);
      const names = ['accounts.link-mail', 'media.write-video'];
      expect(await statesOf(web, names)).toEqual(['created', 'created']);
      expect([mailsOf(web), await linkOf(web, asha)]).toEqual([[], '']);

      const jobs = await startJobs();
      await vi.waitFor(() => expect(mailsOf(jobs)).toHaveLength(1), PATIENCE);
      // Its links lead to the node that serves people.
      expect(mailsOf(jobs)[0]).toContain(`${web.url}/`);
      await vi.waitFor(async () => expect(await linkOf(web, asha)).not.toBe(''), PATIENCE);
      await vi.waitFor(
        async () => expect(await statesOf(web, names)).toEqual(['completed', 'completed']),
        PATIENCE,
      );
      expect(mailsOf(web)).toEqual([]);

      // Recurring jobs are still scheduled after another start of the node that runs none.
      expect(await web.stop()).toBe(0);
      await web.restart();
      const scheduled = new pg.Client({ connectionString: web.databaseUrl });
      await scheduled.connect();
      const { rowCount } = await scheduled.query('SELECT FROM pgboss.schedule');
      await scheduled.end();
      expect(rowCount).toBeGreaterThan(10);
    },
  );

  it(
    'CL-06, SV-73: the webhook of a test payment, which a jobs node sends, reaches the node that serves people',
    { timeout: 240_000 },
    async () => {
      const { web, startJobs } = await startRoles();
      const [asha] = await Promise.all([registered(web.client), startJobs()]);
      const body = { amount: 2000, payment_gateway: 'razorpay' } as const;
      const { data: order } = await web.client('POST /recharge/order', { body }, asha);
      await payOrder(web.client, order.order_id);
      await vi.waitFor(async () => {
        const { data } = await web.client('GET /wallet/history', { query: {} }, asha);
        expect(data.history.map(({ amount }) => amount)).toContain(2000);
        // The payment has several events.
        expect(new Set(await statesOf(web, ['payments.sandbox-webhook']))).toEqual(new Set(['completed']));
      }, PATIENCE);
    },
  );

  it(
    'CL-06: a jobs node answers health and metrics, and has no app routes, sockets or pages',
    { timeout: 240_000 },
    async () => {
      const { web, startJobs } = await startRoles();
      const jobs = await startJobs();
      for (const path of ['/health', '/health/live', '/metrics']) {
        expect([path, await statusOf(jobs, path)]).toEqual([path, 200]);
        expect([path, await statusOf(web, path)]).toEqual([path, 200]);
      }
      const paths = ['/', '/config/client', '/users/me', '/openapi.json', '/manifest.webmanifest', '/sw.js'];
      for (const path of paths) expect([path, await statusOf(jobs, path)]).toEqual([path, 404]);
      expect(await statusOf(jobs, '/auth/guest', { method: 'POST' })).toBe(404);
      const asha = await registered(web.client);
      expect((await jobs.client('GET /users/me', {}, asha)).status).toBe(404);

      for (const path of ['/socket.io', '/group-socket.io']) {
        const polled = await statusOf(jobs, `${path}/?EIO=4&transport=polling`);
        const socket = io(jobs.url, { path, transports: ['websocket'], reconnection: false, forceNew: true });
        const outcome = await new Promise((resolve) => {
          socket.once('connect', () => resolve('connected'));
          socket.once('connect_error', () => resolve('refused'));
        });
        socket.disconnect();
        expect([path, polled, outcome]).toEqual([path, 404, 'refused']);
      }
      expect(await jobs.stop()).toBe(0);
    },
  );
});
