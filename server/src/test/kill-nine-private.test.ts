import type { PrivateMessage } from '@adda/contract/direct';
import { expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from './client.ts';
import { followEachOther } from './known-people.fixture.ts';
import { about, KILLS, killWhileSending, startOwnServer } from './kill-nine.fixture.ts';
import { startRetryingSender, type RetryingSender } from './retrying-sender.fixture.ts';

const PAIRS = 25;
const PAGE = 200;
const TIMEOUT_MS = 180_000 + KILLS * 60_000;

type Person = { readonly username: string; readonly token: string };

async function guest(client: Client): Promise<Person> {
  const { data } = await client('POST /auth/guest', { body: about });
  return { username: data.username, token: data.access_token };
}

/** Starts pairs of users who chat with each other, both senders. */
async function startPairs(url: string, client: Client) {
  const pairs: (readonly { readonly person: Person; readonly sender: RetryingSender }[])[] = [];
  onTestFinished(() => pairs.flat().forEach(({ sender }) => sender.close()));
  for (let count = 0; count < PAIRS; count += 1) {
    const [one, other] = [await guest(client), await guest(client)];
    await followEachOther(client, [one, other]);
    const start = (person: Person, peer: Person) => ({
      person,
      sender: startRetryingSender({ url, place: { recipient: peer.username }, person }),
    });
    pairs.push([start(one, other), start(other, one)]);
  }
  return pairs;
}

/** Reads the whole history of two users, page by page. */
async function readHistory(client: Client, reader: Person, recipient: string): Promise<PrivateMessage[]> {
  const messages: PrivateMessage[] = [];
  for (;;) {
    const query = { recipient, after_sequence: messages.at(-1)?.sequence ?? 0, limit: PAGE };
    const { data } = await client('GET /chat/messages', { query }, reader);
    messages.push(...data.messages);
    if (!data.has_more) return messages;
  }
}

it(
  `R-01 R-03 R-21: kill -9 neither loses nor duplicates messages of ${PAIRS} pairs whose clients retry unconfirmed ones`,
  { timeout: TIMEOUT_MS },
  async ({ annotate }) => {
    const server = await startOwnServer();
    const client = createClient(server.url);
    const pairs = await startPairs(server.url, client);
    const senders = pairs.flat().map(({ sender }) => sender);
    await killWhileSending(server, senders);

    let stored = 0;
    for (const [one, other] of pairs) {
      if (!one || !other) throw new Error('a pair is two people');
      const history = await readHistory(client, one.person, other.person.username);
      expect(history.map((message) => message.sequence)).toEqual(history.map((_, index) => index + 1));
      expect((await readHistory(client, other.person, one.person.username)).map(({ _id: id }) => id)).toEqual(
        history.map(({ _id: id }) => id),
      );
      const said = new Map(history.map(({ _id: id, sender, content }) => [id, `${sender}: ${content}`]));
      for (const { sender } of [one, other]) {
        const own = history.filter((message) => message.sender === sender.username);
        expect(own.map((message) => message.content)).toEqual(sender.sent());
        expect(new Map(own.map((message) => [message.content, message._id]))).toEqual(sender.confirmed);
        expect([...sender.received].filter(([id, words]) => said.get(id) !== words)).toEqual([]);
      }
      stored += history.length;
    }
    expect(senders.flatMap((sender) => sender.faults)).toEqual([]);
    const repeated = senders.reduce((sum, sender) => sum + sender.repeats(), 0);
    expect(repeated).toBeGreaterThan(0);
    await annotate(`${KILLS} kills: ${stored} private messages confirmed and stored, ${repeated} sent again`);
  },
);
