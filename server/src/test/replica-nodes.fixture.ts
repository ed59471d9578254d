import { randomInt, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { registration } from '../features/accounts/accounts.fixture.ts';
import { sendUpload } from '../features/feed/posts/send-upload.fixture.ts';
import { JWT_SECRET, type Person } from '../features/rooms/rooms.fixture.ts';
import { createRecentWrites, openDatabase } from '../platform/database/index.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { openRedis } from '../platform/redis/index.ts';
import { startTestApp } from './app.fixture.ts';
import { silentLogger } from './database-template.fixture.ts';
import type { LogLine } from './database-behind-proxy.fixture.ts';
import { oncePerFile } from './file-scope.fixture.ts';
import { startPrimaryAndReplica } from './replica-servers.fixture.ts';
import { openTcpProxy } from './tcp-proxy.fixture.ts';

/** Opens a node; its replica is behind a TCP proxy. */
async function openNode(primaryUrl: string, replicaUrl: string, redisUrl: string) {
  const lines: LogLine[] = [];
  const parse: (text: string) => LogLine = JSON.parse;
  const logger = createLogger('info', { write: (text) => void lines.push(parse(text)) });
  const redis = openRedis(redisUrl, silentLogger);
  const database = await openDatabase({
    databaseUrl: primaryUrl,
    replicas: { urls: [replicaUrl], recentWrites: createRecentWrites(redis) },
    dataDir: tmpdir(),
    logger,
  });
  const app = await startTestApp({ JWT_SECRET, REDIS_URL: redisUrl }, { database });
  return {
    ...app,
    database,
    lines,
    isReplicaUsed: () => database.replicas.statuses().every(({ isUsed }) => isUsed),
    async close(): Promise<void> {
      await app.stop();
      await database.close();
      redis.disconnect();
    },
  };
}

/** A node of {@link nodesWithReplica}. */
export type ReplicaNode = Awaited<ReturnType<typeof openNode>>;

async function open() {
  const servers = await startPrimaryAndReplica();
  const { replica } = servers;
  const proxy = await openTcpProxy(Number(new URL(replica.url).port));
  const replicaUrl = new URL(replica.url);
  replicaUrl.port = String(proxy.port);
  const redisUrl = process.env['TEST_REDIS_URL'] ?? '';
  const one = await openNode(servers.primary.url, replicaUrl.href, redisUrl);
  const other = await openNode(servers.primary.url, replicaUrl.href, redisUrl);
  const nodes = [one, other];
  // Redis is shared by all test files, so user ids must differ.
  await sql`ALTER TABLE users ALTER COLUMN id RESTART WITH ${sql.lit(randomInt(1, 2 ** 40))}`.execute(
    one.database.db,
  );

  async function person(): Promise<Person> {
    const { data } = await one.client('POST /auth/register', { body: registration() });
    return { username: data.username, token: data.access_token };
  }

  async function post(someone: Person, caption: string): Promise<string> {
    const { media_id: mediaId = '' } = await sendUpload(one.url, someone, {
      fields: { caption, visibility: 'public' },
    });
    return mediaId;
  }

  /** Waits until reads of users who write nothing go to the replica, on all nodes. */
  async function untilUsed(): Promise<void> {
    const reads = async () => {
      const froms = await Promise.all(
        nodes.map(({ database }) => database.replicas.readFromReplica(0, async () => true)),
      );
      return froms.every((from) => from !== undefined);
    };
    await expect.poll(reads, { timeout: 60_000, interval: 100 }).toBe(true);
  }

  /**
   * Does the work while the replica stands still, and repeats it until the replica was used to the end: only then it shows what
   * was read where. What was written before is on the replica.
   */
  async function whileReplicaIsPaused<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      await untilUsed();
      await servers.pause();
      const result = await work().finally(() => servers.resume());
      if (nodes.every((node) => node.isReplicaUsed())) return result;
    }
  }

  return {
    ...servers,
    proxy,
    one,
    other,
    nodes,
    person,
    post,
    untilUsed,
    whileReplicaIsPaused,
    async closeAll(): Promise<void> {
      for (const node of nodes) await node.close();
      await proxy.close();
      await servers.close();
    },
  };
}

/** Two nodes with a primary, a streaming replica and Redis, once for a test file. */
export const nodesWithReplica = oncePerFile(open, ({ closeAll }) => closeAll());

/** Returns a word that no other test uses. */
export const freshWord = (): string => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`;
