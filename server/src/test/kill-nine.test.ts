import type { GroupMessage } from '@adda/contract/rooms';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient, type Client } from './client.ts';
import { createOwnDatabase } from './own-database.fixture.ts';
import { startRetryingSender, type RetryingSender } from './retrying-sender.fixture.ts';
import { startServer, type ServerProcess } from './server-process.fixture.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
const ROOMS = 5;
const SENDERS_PER_ROOM = 20;
/** Talking before each kill, in milliseconds: sometimes in the first reconnections, sometimes in full swing. */
const SHORTEST_LIFE_MS = 100;
const LONGEST_LIFE_MS = 1500;
const TIMEOUT_MS = 180_000 + KILLS * 60_000;
const PAGE = 200;

const about = { sex: 'female', birth_date: '1999-05-17', country: 'India', state: 'Kerala' } as const;

/** A server process of this test, on the engine that this run is for. */
async function startOwnServer(): Promise<ServerProcess> {
  const postgres = process.env['TEST_DATABASE_URL'];
  const database = postgres ? await createOwnDatabase(postgres) : undefined;
  const server = await startServer({
    env: {
      RATE_LIMITS: 'off',
      JWT_SECRET: 'a secret for tests that kill the server',
      DATABASE_URL: database?.url ?? '',
      REDIS_URL: '',
    },
  });
  onTestFinished(async () => {
    await server.dispose();
    await database?.drop();
  });
  return server;
}

/** Opens the rooms; all belong to one person, who also reads them back. */
async function openRooms(client: Client) {
  const { data } = await client('POST /auth/register', {
    body: { username: 'host', email: 'host@example.org', password: 'warm chai at dusk', ...about },
  });
  const token = data.access_token;
  const groupIds: string[] = [];
  for (let room = 0; room < ROOMS; room += 1) {
    const opened = await client(
      'POST /groupchat/groups/create',
      { body: { name: `Room ${room}` } },
      { token },
    );
    groupIds.push(opened.data.group_id);
  }
  return { token, groupIds };
}

async function startSenders(url: string, client: Client, groupIds: readonly string[]) {
  const senders: RetryingSender[] = [];
  onTestFinished(() => senders.forEach((sender) => sender.close()));
  const start = async (groupId: string) => {
    for (let count = 0; count < SENDERS_PER_ROOM; count += 1) {
      const { data } = await client('POST /auth/guest', { body: about });
      const person = { username: data.username, token: data.access_token };
      await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, person);
      senders.push(startRetryingSender({ url, groupId, person }));
    }
  };
  await Promise.all(groupIds.map(start));
  return senders;
}

/** The whole history of a room, page by page. */
async function readHistory(client: Client, token: string, groupId: string): Promise<GroupMessage[]> {
  const messages: GroupMessage[] = [];
  for (;;) {
    const query = { group_id: groupId, after_sequence: messages.at(-1)?.sequence ?? 0, limit: PAGE };
    const { data } = await client('GET /groupchat/group-messages', { query }, { token });
    messages.push(...data.messages);
    if (!data.has_more) return messages;
  }
}

/** Kills the server again and again while everybody talks, lets everybody finish, and kills it once more. */
async function killWhileTalking(server: ServerProcess, senders: readonly RetryingSender[]): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(randomInt(SHORTEST_LIFE_MS, LONGEST_LIFE_MS));
    await server.kill();
    await server.restart();
  }
  for (const sender of senders) sender.finish();
  const allConfirmed = () => expect(senders.filter((sender) => sender.underWay() > 0)).toHaveLength(0);
  await vi.waitFor(allConfirmed, { timeout: 90_000, interval: 20 });
  await server.kill();
  await server.restart();
}

describe('kill -9', () => {
  it(
    'R-01 R-03 R-21: loses and doubles nothing of what 100 people say who send again what was not confirmed',
    { timeout: TIMEOUT_MS },
    async ({ annotate }) => {
      const server = await startOwnServer();
      const client = createClient(server.url);
      const { token, groupIds } = await openRooms(client);
      const senders = await startSenders(server.url, client, groupIds);
      await killWhileTalking(server, senders);

      let stored = 0;
      for (const groupId of groupIds) {
        const history = await readHistory(client, token, groupId);
        stored += history.length;
        expect(history.map((message) => message.sequence)).toEqual(history.map((_, index) => index + 1));
        for (const sender of senders.filter((each) => each.groupId === groupId)) {
          const own = history.filter((message) => message.sender === sender.username);
          expect(own.map((message) => message.content)).toEqual(sender.sent());
          expect(new Map(own.map((message) => [message.content, message._id]))).toEqual(sender.confirmed);
          const storedIds = new Map(
            history.map((message) => [message._id, `${message.sender}: ${message.content}`]),
          );
          expect([...sender.heard].filter(([id, said]) => storedIds.get(id) !== said)).toEqual([]);
        }
      }
      const sum = (of: (sender: RetryingSender) => number) =>
        senders.reduce((total, sender) => total + of(sender), 0);
      expect(stored).toBe(sum((sender) => sender.sent().length));
      expect(senders.flatMap((sender) => sender.faults)).toEqual([]);
      const repeated = sum((sender) => sender.repeats());
      expect(repeated).toBeGreaterThan(0);
      await annotate(`${KILLS} kills: ${stored} messages confirmed and stored, ${repeated} sent again`);
    },
  );
});
