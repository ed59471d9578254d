import { execFile, execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { photo } from '../features/feed/posts/posts.fixture.ts';
import { sendUpload } from '../features/feed/posts/send-upload.fixture.ts';
import { messageIdOf } from '../features/messages/index.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { createClient, type Client } from './client.ts';
import { silentLogger } from './database-template.fixture.ts';
import { about, startOwnServer } from './kill-nine.fixture.ts';
import { createOwnDatabase } from './own-database.fixture.ts';
import { startRetryingSender } from './retrying-sender.fixture.ts';
import {
  createDataDir,
  PUSH_KEYS,
  SHORT_LIVED,
  startServer,
  type ServerProcess,
} from './server-process.fixture.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };
const PASSWORD = 'warm chai at dusk';
/** Minimum number of confirmed actions before the backup begins. */
const AT_LEAST = { messages: 30, gifts: 3, posts: 4 };

type Person = { readonly username: string; readonly token: string };
type Place = { readonly dataDir: string; readonly databaseUrl: string | undefined };

const environment = ({ dataDir, databaseUrl }: Place) => ({
  ...PUSH_KEYS,
  NODE_ENV: 'test',
  RATE_LIMITS: 'off',
  JWT_SECRET: 'a secret for tests that kill the server',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  REDIS_URL: '',
});

/** Runs `npm run admin -- …`. Returns its output, or throws with it on failure. */
async function admin(place: Place, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...environment(place) };
  const program = [...SHORT_LIVED, join(import.meta.dirname, '../admin.ts')];
  const run = promisify(execFile)(process.execPath, [...program, ...args], { env });
  return (await run).stdout;
}

async function register(client: Client, username: string): Promise<Person> {
  const body = { username, email: `${username}@example.org`, password: PASSWORD, ...about };
  return { username, token: (await client('POST /auth/register', { body })).data.access_token };
}

/** Buys coins for a user. */
async function buyCoins(client: Client, by: Person): Promise<void> {
  const order = await client(
    'POST /recharge/order',
    { body: { amount: 10_000, payment_gateway: 'razorpay' } },
    by,
  );
  const params = { order_id: order.data.order_id };
  const paid = await client('POST /sandbox/pay/:order_id', { params, body: { outcome: 'success' } });
  const body = { payment_id: paid.data.payment_id ?? '' };
  await client('POST /recharge/verify-payment/:order_id', { params, body }, by);
}

/** Starts users who write, give and post continuously until stopped. */
async function startActivity(server: ServerProcess) {
  const client = createClient(server.url);
  const [ann, ben, leaver] = [
    await register(client, 'ann'),
    await register(client, 'ben'),
    await register(client, 'leaver'),
  ];
  const room = await client('POST /groupchat/groups/create', { body: { name: 'Rooftop' } }, ann);
  const groupId = room.data.group_id;
  for (const person of [ben, leaver])
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, person);
  await buyCoins(client, ann);
  const gifts: string[] = [];
  const posts: string[] = [];
  const state = { isGoingOn: true, uploads: 0 };
  const over = async (act: () => Promise<void>) => {
    while (state.isGoingOn) await act();
  };
  const { url } = server;
  const senders = [
    ...[ann, ben, leaver].map((person) => startRetryingSender({ url, place: { groupId }, person })),
    startRetryingSender({ url, place: { recipient: 'ben' }, person: ann }),
  ];
  onTestFinished(() => senders.forEach((sender) => sender.close()));
  onTestFinished(() => {
    state.isGoingOn = false;
  });
  const acts = [
    over(async () => {
      const body = { group_id: groupId, recipient_username: 'ben', gift_type: 'like' } as const;
      const { status, data } = await client('POST /groupchat/groups/send-gift', { body }, ann);
      if (status === 200) gifts.push(data.gift_id);
    }),
    over(async () => {
      const { status, media_id: id = '' } = await sendUpload(url, ben, { file: await photo() });
      expect(status).toBe(201);
      // Every third post is deleted immediately: a post deleted during a backup may be in its dump.
      state.uploads += 1;
      if (state.uploads % 3 !== 0) return void posts.push(id);
      await client('DELETE /media/delete/:media_id', { params: { media_id: id } }, ben);
    }),
  ];
  const confirmed = () => senders.flatMap((sender) => [...sender.confirmed.values()]);
  return {
    client,
    leaver,
    confirmed: () => ({ messages: confirmed(), gifts: [...gifts], posts: [...posts] }),
    async stop() {
      state.isGoingOn = false;
      for (const sender of senders) sender.finish();
      await Promise.all(acts);
    },
  };
}

/** Creates an empty target for a restore, on the engine of this run. */
async function createPlace(): Promise<Place> {
  const postgres = process.env['TEST_DATABASE_URL'];
  const database = postgres ? await createOwnDatabase(postgres) : undefined;
  const dataDir = createDataDir();
  onTestFinished(async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await database?.drop();
  });
  return { dataDir, databaseUrl: database?.url };
}

const mediaOf = ({ dataDir }: Place) =>
  new Map(
    globSync('media/*/*', { cwd: dataDir }).map((file) => [
      basename(file),
      readFileSync(join(dataDir, file)),
    ]),
  );

/** Returns the confirmed actions that are missing in the database. */
async function missingIn(
  { db }: Database,
  ids: { readonly [kind in 'messages' | 'gifts' | 'posts']: string[] },
) {
  const missing = async (table: string, column: string, wanted: readonly string[]) => {
    const { rows } = await sql<{ id: string }>`
      SELECT wanted AS id FROM unnest(${wanted}::text[]) wanted
      WHERE NOT EXISTS (SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)}::text = wanted)`.execute(db);
    return rows.map(({ id }) => id);
  };
  const { rows: messages } = await sql<{ conversation_id: number; sequence: number }>`
    SELECT conversation_id, sequence FROM messages`.execute(db);
  const kept = new Set(messages.map((place) => messageIdOf(place.conversation_id, place.sequence)));
  return [
    ...ids.messages.filter((id) => !kept.has(id)),
    ...(await missing('gifts', 'gift_id', ids.gifts)),
    ...(await missing('posts', 'media_id', ids.posts)),
  ];
}

/** Returns all inconsistencies of the restored data. */
async function faultsOf(place: Place): Promise<readonly unknown[]> {
  const database = await openDatabase({ ...place, logger: silentLogger });
  const { rows: sequences } = await sql`
    SELECT id, last_sequence, max, count FROM conversations
    LEFT JOIN LATERAL (
      SELECT max(sequence), count(*) FROM messages WHERE conversation_id = conversations.id
    ) said ON true
    WHERE last_sequence <> coalesce(max, 0) OR count <> coalesce(max, 0)`.execute(database.db);
  const { rows: files } = await sql<{ id: string; state: string }>`
    SELECT media_files.id, media_files.state FROM media_files JOIN posts ON posts.file_id = media_files.id`.execute(
    database.db,
  );
  await database.close();
  const media = mediaOf(place);
  const needed = files.flatMap(({ id, state }) =>
    state === 'ready' ? [id, `${id}-preview`] : [`${id}-source`],
  );
  expect(needed.length).toBeGreaterThan(0);
  return [...sequences, ...needed.filter((key) => !media.has(key))];
}

const hasTools = (): boolean => {
  try {
    execFileSync('pg_dump', ['--version']);
    return true;
  } catch {
    return false;
  }
};

// Without pg_dump a PostgreSQL server can't be backed up.
it.skipIf(process.env['TEST_DATABASE_URL'] !== undefined && !hasTools())(
  'R-22: a backup under load, restored elsewhere, has everything that was confirmed and is consistent; deleted accounts stay deleted',
  { timeout: 300_000 },
  async () => {
    const server = await startOwnServer();
    const activity = await startActivity(server);
    await vi.waitFor(() => {
      const { messages, gifts, posts } = activity.confirmed();
      expect(messages.length).toBeGreaterThanOrEqual(AT_LEAST.messages);
      expect(gifts.length).toBeGreaterThanOrEqual(AT_LEAST.gifts);
      expect(posts.length).toBeGreaterThanOrEqual(AT_LEAST.posts);
    }, PATIENCE);
    const before = activity.confirmed();
    const file = join(createDataDir(), 'backup.tar');
    expect(await admin(server, 'backup', file)).toContain('The backup is in');
    expect(activity.confirmed().messages.length, 'people went on').toBeGreaterThan(before.messages.length);
    await activity.stop();
    const left = await activity.client(
      'DELETE /users/me',
      { body: { password: PASSWORD, remove_content: true } },
      activity.leaver,
    );
    expect(left.status).toBe(200);
    await vi.waitFor(
      () => expect(globSync('media/de/deleted-*', { cwd: server.dataDir })).toHaveLength(1),
      PATIENCE,
    );

    const place = await createPlace();
    expect(await admin(place, 'restore', file, server.dataDir)).toContain('now holds');
    expect(await faultsOf(place)).toEqual([]);
    const database = await openDatabase({ ...place, logger: silentLogger });
    expect(await missingIn(database, before)).toEqual([]);
    await database.close();
    const source = mediaOf(server);
    for (const [key, bytes] of mediaOf(place)) expect(source.get(key) ?? bytes, key).toEqual(bytes);
    expect(await admin(place, 'ledger', 'check')).not.toContain('WRONG');
    expect(await admin(place, 'audit', 'check')).toContain('complete and unchanged');

    const restored = await startServer({ env: environment(place), dataDir: place.dataDir });
    onTestFinished(() => restored.dispose());
    const client = createClient(restored.url);
    const login = (username: string) =>
      client('POST /auth/login', { body: { username, password: PASSWORD } });
    expect((await login('ben')).status).toBe(200);
    expect((await login('leaver')).status).toBe(401);
    const ann = { token: (await login('ann')).data.access_token };
    await vi.waitFor(async () => {
      const { data } = await client('GET /media/list', { query: { creator: 'ben' } }, ann);
      expect(data.media.length).toBeGreaterThan(0);
      for (const post of data.media) expect(post.media_url).not.toBeNull();
    }, PATIENCE);
  },
);
