import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo, type Person } from '../features/rooms/rooms.fixture.ts';
import { MIGRATIONS_FOLDER } from '../platform/database/migrations.ts';
import { createClient } from './client.ts';
import { about } from './kill-nine.fixture.ts';
import { createOwnDatabase } from './own-database.fixture.ts';
import { SHORT_LIVED, type ServerProcess, startServer } from './server-process.fixture.ts';
import { openTcpProxy } from './tcp-proxy.fixture.ts';

const postgres = process.env['TEST_DATABASE_URL'];
const redis = process.env['TEST_REDIS_URL'];
const TIMEOUT_MS = 180_000;
const PATIENCE = { timeout: 30_000, interval: 50 };
const HOUR_MS = 3_600_000;
/** Longer than a sweep of connections with expired tokens, and than a round of renewals. */
const RENEWAL_WAIT_MS = 3_000;

const shared = {
  RATE_LIMITS: 'off',
  JWT_SECRET: 'a secret that two nodes share, long enough',
  REDIS_URL: redis ?? '',
};

/** Starts two processes at the same time on an empty database. */
async function startTwo(env: readonly NodeJS.ProcessEnv[]) {
  const database = await createOwnDatabase(postgres ?? '');
  const nodeArguments = [...SHORT_LIVED, '--import', join(import.meta.dirname, 'shifted-clock.fixture.ts')];
  const started = await Promise.allSettled(
    env.map((own) => startServer({ env: { ...shared, DATABASE_URL: database.url, ...own }, nodeArguments })),
  );
  const nodes = started.flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : []));
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await database.drop();
  });
  expect(started.filter(({ status }) => status === 'rejected')).toEqual([]);
  return { nodes, databaseUrl: database.url };
}

async function register({ url }: ServerProcess): Promise<Person> {
  const username = `u${randomUUID().slice(0, 12)}`;
  const { data } = await createClient(url)('POST /auth/register', {
    body: { username, email: `${username}@example.org`, password: 'warm chai at dusk', ...about },
  });
  return { username: data.username, token: data.access_token };
}

describe.runIf(postgres)('two nodes', () => {
  it(
    'R-22: start concurrently on an empty database, and each migration is applied once',
    { timeout: TIMEOUT_MS },
    async () => {
      const { nodes, databaseUrl } = await startTwo([{}, {}]);
      for (const { url } of nodes) expect((await createClient(url)('GET /health', {})).status).toBe(200);
      const reader = new pg.Client({ connectionString: databaseUrl });
      await reader.connect();
      const { rows } = await reader.query<{ name: string }>(
        'SELECT name FROM kysely_migration ORDER BY name',
      );
      await reader.end();
      const files = globSync('*.ts', { cwd: MIGRATIONS_FOLDER }).toSorted();
      expect(rows.map(({ name }) => `${name}.ts`)).toEqual(files);
    },
  );

  it.runIf(redis)(
    'R-02: with clocks two hours apart keep messages in order, accept each other’s tokens and run each other’s jobs',
    { timeout: TIMEOUT_MS },
    async () => {
      const { nodes } = await startTwo([
        { CLOCK_SHIFT_MS: String(HOUR_MS) },
        { CLOCK_SHIFT_MS: String(-HOUR_MS) },
      ]);
      const [ahead, behind] = nodes;
      if (!ahead || !behind) throw new Error('two nodes');
      const [ann, bob] = [await register(ahead), await register(behind)];
      for (const { url } of nodes)
        for (const someone of [ann, bob])
          expect((await createClient(url)('GET /users/me', {}, someone)).status).toBe(200);
      const { data } = await createClient(ahead.url)(
        'POST /groupchat/groups/create',
        { body: { name: 'Two times' } },
        ann,
      );
      const groupId = data.group_id;
      await createClient(behind.url)('POST /groupchat/groups/join', { body: { group_id: groupId } }, bob);
      // Each connects to the node on which the other registered.
      const annThere = await connectTo(behind.url, ann, groupId);
      const bobThere = await connectTo(ahead.url, bob, groupId);
      await vi.waitFor(
        () =>
          expect(annThere.received).toContainEqual({
            event: 'user_status',
            payload: { username: bob.username, is_online: true, last_active: expect.any(String) },
          }),
        PATIENCE,
      );
      for (let turn = 0; turn < 10; turn += 1)
        for (const someone of [annThere, bobThere])
          expect(await someone.send(`turn ${turn}`)).toMatchObject({ sequence: expect.any(Number) });
      await vi.waitFor(() => expect(annThere.messages).toHaveLength(20), PATIENCE);
      // A message of the other node may arrive after a later one of this node: their order is that of their numbers.
      const messages = annThere.messages.toSorted((one, other) => one.sequence - other.sequence);
      expect(messages.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      const times = messages.map(({ timestamp }) => Date.parse(timestamp));
      expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
      expect(Math.abs((times.at(-1) ?? 0) - Date.now())).toBeLessThan(HOUR_MS / 2);
      annThere.socket.emit('typing_start', { group_id: groupId });
      await vi.waitFor(
        () => expect(bobThere.received.map(({ event }) => event)).toContain('typing_start'),
        PATIENCE,
      );
      await delay(RENEWAL_WAIT_MS);
      expect([annThere.socket.connected, bobThere.socket.connected]).toEqual([true, true]);
      // A refreshed token of one node is valid on the other, and the old one still in its grace period.
      const fresh = await createClient(behind.url)('POST /auth/refresh', { body: null }, ann);
      const token = fresh.data.access_token;
      expect((await createClient(ahead.url)('GET /users/me', {}, { token })).status).toBe(200);
      expect((await createClient(ahead.url)('POST /auth/refresh', { body: null }, ann)).status).toBe(200);
      // Both mails were sent, whichever node ran their jobs.
      const mails = () => nodes.flatMap(({ dataDir }) => globSync('outbox/*.eml', { cwd: dataDir }));
      await vi.waitFor(() => expect(mails()).toHaveLength(2), PATIENCE);
    },
  );

  it('a node that starts before its database waits for it', { timeout: TIMEOUT_MS }, async () => {
    const database = await createOwnDatabase(postgres ?? '');
    const url = new URL(database.url);
    const proxy = await openTcpProxy(Number(url.port || 5432), url.hostname);
    await proxy.cut();
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const starting = startServer({ env: { ...shared, DATABASE_URL: url.href, LOG_LEVEL: 'error' } });
    const isReady = await Promise.race([starting.then(() => true), delay(RENEWAL_WAIT_MS, false)]);
    await proxy.restore();
    const node = await starting;
    onTestFinished(async () => {
      await node.dispose();
      await proxy.close();
      await database.drop();
    });
    expect(isReady).toBe(false);
    expect((await createClient(node.url)('GET /health', {})).status).toBe(200);
  });
});
