import type { GroupMessage } from '@adda/contract/rooms';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from './client.ts';
import { about, KILLS, killWhileSending, startOwnServer } from './kill-nine.fixture.ts';
import { startRetryingSender, type RetryingSender } from './retrying-sender.fixture.ts';

const ROOMS = 5;
const SENDERS_PER_ROOM = 20;
const TIMEOUT_MS = 180_000 + KILLS * 60_000;
const PAGE = 200;

/** Creates the rooms; all belong to one user, who also reads the histories. */
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
      senders.push(startRetryingSender({ url, place: { groupId }, person }));
    }
  };
  await Promise.all(groupIds.map(start));
  return senders;
}

/** Reads the whole history of a room, page by page. */
async function readHistory(client: Client, token: string, groupId: string): Promise<GroupMessage[]> {
  const messages: GroupMessage[] = [];
  for (;;) {
    const query = { group_id: groupId, after_sequence: messages.at(-1)?.sequence ?? 0, limit: PAGE };
    const { data } = await client('GET /groupchat/group-messages', { query }, { token });
    messages.push(...data.messages);
    if (!data.has_more) return messages;
  }
}

describe('kill -9', () => {
  it(
    'R-01 R-03 R-21: neither loses nor duplicates messages of 100 users whose clients retry unconfirmed ones',
    { timeout: TIMEOUT_MS },
    async ({ annotate }) => {
      const server = await startOwnServer();
      const client = createClient(server.url);
      const { token, groupIds } = await openRooms(client);
      const senders = await startSenders(server.url, client, groupIds);
      await killWhileSending(server, senders);

      let stored = 0;
      for (const groupId of groupIds) {
        const history = await readHistory(client, token, groupId);
        stored += history.length;
        expect(history.map((message) => message.sequence)).toEqual(history.map((_, index) => index + 1));
        for (const sender of senders.filter(({ place }) => 'groupId' in place && place.groupId === groupId)) {
          const own = history.filter((message) => message.sender === sender.username);
          expect(own.map((message) => message.content)).toEqual(sender.sent());
          expect(new Map(own.map((message) => [message.content, message._id]))).toEqual(sender.confirmed);
          const storedIds = new Map(
            history.map((message) => [message._id, `${message.sender}: ${message.content}`]),
          );
          expect([...sender.received].filter(([id, said]) => storedIds.get(id) !== said)).toEqual([]);
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
