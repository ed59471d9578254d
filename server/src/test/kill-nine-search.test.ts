import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from './client.ts';
import { about, startOwnServer } from './kill-nine.fixture.ts';
import { followEachOther } from './known-people.fixture.ts';
import { startRetryingSender } from './retrying-sender.fixture.ts';

const PAIRS = 4;
const WAIT = { timeout: 30_000, interval: 5 };

it('SR-01, R-21: every message whose confirmation was followed by kill -9 is found after the restart', async () => {
  const server = await startOwnServer();
  const client = createClient(server.url);
  const start = async () => {
    const [author, reader] = [
      (await client('POST /auth/guest', { body: about })).data,
      (await client('POST /auth/guest', { body: about })).data,
    ];
    const person = { username: author.username, token: author.access_token };
    // Messages of strangers are limited, and not found before they are accepted (MR-01, MR-02).
    await followEachOther(client, [person, { username: reader.username, token: reader.access_token }]);
    const sender = startRetryingSender({ url: server.url, place: { recipient: reader.username }, person });
    onTestFinished(sender.close);
    return { author, reader, sender };
  };
  const pairs = await Promise.all(Array.from({ length: PAIRS }, start));
  await vi.waitFor(() => expect(pairs.every(({ sender }) => sender.confirmed.size > 0)).toBe(true), WAIT);
  const confirmed = pairs.map(({ sender }) => [...sender.confirmed.keys()]);
  await server.kill();
  for (const { sender } of pairs) sender.close();
  await server.restart();
  for (const [index, { author, reader }] of pairs.entries()) {
    const query = { recipient: author.username, from: author.username };
    const found = async () => {
      const { data } = await client('GET /search/messages', { query }, { token: reader.access_token });
      return data.results.map(({ message }) => message.content);
    };
    const all = () =>
      found().then((contents) => expect(contents).toEqual(expect.arrayContaining(confirmed[index] ?? [])));
    await vi.waitFor(all, WAIT);
  }
}, 120_000);
