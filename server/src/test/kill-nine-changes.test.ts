import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createClient, type Client } from './client.ts';
import { about, KILLS, killWhileSending, startOwnServer } from './kill-nine.fixture.ts';
import { followEachOther } from './known-people.fixture.ts';
import { startRetryingSender } from './retrying-sender.fixture.ts';

const PAIRS = 10;
const RETRY_MS = 30;
/** Pause between two changes of a user. */
const PAUSE_MS = 50;
const TIMEOUT_MS = 180_000 + KILLS * 60_000;

type Person = { readonly username: string; readonly token: string };

async function guest(client: Client): Promise<Person> {
  const { data } = await client('POST /auth/guest', { body: about });
  return { username: data.username, token: data.access_token };
}

/** Repeats a request until the server confirms it; counts how often it was repeated. */
function createRetrying() {
  let repeats = 0;
  return {
    repeats: () => repeats,
    async until200<Answer extends { readonly status: number }>(
      request: () => Promise<Answer>,
    ): Promise<Answer> {
      for (;;) {
        const answer = await request().catch(() => undefined);
        if (answer?.status === 200) return answer;
        repeats += 1;
        await delay(RETRY_MS);
      }
    },
  };
}

/** Starts a private chat in which one user changes a message again and again while the other one reacts to it. */
async function startPair(url: string, client: Client) {
  const [author, reader] = [await guest(client), await guest(client)];
  await followEachOther(client, [author, reader]);
  const sender = startRetryingSender({ url, place: { recipient: reader.username }, person: author });
  while (sender.confirmed.size === 0) await delay(10);
  sender.finish();
  while (sender.inFlight() > 0) await delay(10);
  sender.close();
  const id = sender.confirmed.get('0') ?? '';
  const params = { id };
  const retrying = createRetrying();
  const versions: number[] = [];
  const state = { isFinished: false, running: 2, text: '', edits: 0, toggles: 0, isOn: false };

  async function changeText(): Promise<void> {
    while (!state.isFinished) {
      const number = state.edits + 1;
      const body = { content: `text ${number}`, edit_key: `edit ${number}` };
      const { data } = await retrying.until200(() => client('PATCH /messages/:id', { params, body }, author));
      versions.push(data.version);
      Object.assign(state, { text: body.content, edits: number });
      await delay(PAUSE_MS);
    }
    state.running -= 1;
  }

  async function toggle(): Promise<void> {
    while (!state.isFinished) {
      const body = { emoji: '👍', on: !state.isOn };
      await retrying.until200(() => client('POST /messages/:id/reactions', { params, body }, reader));
      Object.assign(state, { isOn: body.on, toggles: state.toggles + 1 });
      await delay(PAUSE_MS);
    }
    state.running -= 1;
  }

  const done = Promise.all([changeText(), toggle()]);
  return {
    author,
    reader,
    id,
    versions,
    state,
    repeats: retrying.repeats,
    done,
    finish: () => void (state.isFinished = true),
    inFlight: () => state.running,
  };
}

it(
  'ED-03, RX-01, R-01, R-21: kill -9 loses no confirmed edit or reaction, repeats none, and no version goes back',
  { timeout: TIMEOUT_MS },
  async ({ annotate }) => {
    const server = await startOwnServer();
    const client = createClient(server.url);
    const pairs = await Promise.all(Array.from({ length: PAIRS }, () => startPair(server.url, client)));
    await killWhileSending(server, pairs);
    await Promise.all(pairs.map(({ done }) => done));

    for (const { author, reader, id, versions, state } of pairs) {
      const query = { recipient: author.username };
      const { data } = await client('GET /chat/messages', { query }, reader);
      const message = data.messages.find(({ _id }) => _id === id);
      const one = { emoji: '👍', count: 1, mine: true, usernames: [reader.username] };
      expect(message).toMatchObject({ content: state.text, reactions: state.isOn ? [one] : [] });
      // Each confirmed change took exactly one revision, however often its request was repeated.
      expect(data.revision).toBe(state.edits + state.toggles);
      expect(message?.version).toBe(data.revision);
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    }
    const sum = (of: (pair: (typeof pairs)[number]) => number) =>
      pairs.reduce((total, pair) => total + of(pair), 0);
    const [edits, toggles, repeats] = [
      sum(({ state }) => state.edits),
      sum(({ state }) => state.toggles),
      sum((pair) => pair.repeats()),
    ];
    expect(repeats).toBeGreaterThan(0);
    await annotate(
      `${KILLS} kills: ${edits} edits and ${toggles} reactions confirmed, ${repeats} requests repeated`,
    );
  },
);
