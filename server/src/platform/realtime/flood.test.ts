import { REFUSED_EVENTS, WAITING_EVENTS } from '@adda/contract/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import {
  connected,
  eventually,
  joinClient,
  openClient,
  range,
  refusal,
  startNode,
} from './realtime.fixture.ts';
import type { TestClient } from './realtime.fixture.ts';

const CAPS = { perAccount: 3, perAddress: 100 };

const gone = ({ socket }: TestClient) =>
  new Promise<string>((resolve) => socket.once('disconnect', (reason) => resolve(reason)));

const codesOf = ({ events }: TestClient) => events.map(({ payload }) => (payload as { code?: string }).code);

const say = ({ socket }: TestClient, text: string) => socket.emit('say', { clientMessageId: text, text });

/** Opens a WebSocket without a Socket.IO client. */
async function openRaw(port: number, query = 'token=good&self=ann') {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/group-socket.io/?EIO=4&transport=websocket&${query}`);
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(data.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('open', resolve));
  onTestFinished(() => socket.terminate());
  return { socket, received, closed };
}

describe('a connection with too many events', () => {
  it('SV-103: processes one event at a time, in the order of arrival', async () => {
    const release: (() => void)[] = [];
    const node = await startNode({ onSay: () => new Promise((done) => release.push(done)) });
    const client = await joinClient(node.url);
    for (const text of ['a', 'b', 'c']) say(client, text);
    await eventually(() => expect(node.received).toHaveLength(1));
    // Another connection is not delayed.
    say(await joinClient(node.url, { self: 'ben' }), 'd');
    await eventually(() => expect(node.received.map(({ text }) => text)).toEqual(['a', 'd']));
    while (node.received.length < 4) {
      const before = release.length;
      release.splice(0).forEach((done) => done());
      if (before > 0) await eventually(() => expect(release.length).toBeGreaterThan(0));
    }
    release.forEach((done) => done());
    expect(node.received.map(({ text }) => text)).toEqual(['a', 'd', 'b', 'c']);
  });

  it('starts the next event while a message only waits for its commit', async () => {
    const commit = Promise.withResolvers<void>();
    const node = await startNode({ onSay: async () => ({ settled: commit.promise }) });
    const client = await joinClient(node.url);
    for (const text of ['a', 'b', 'c']) say(client, text);
    await eventually(() => expect(node.received).toHaveLength(3));
    commit.reject(new Error('not stored'));
    await eventually(() => expect(codesOf(client)).toEqual(['internal', 'internal', 'internal']));
    expect(client.events[0]?.payload).toMatchObject({ clientMessageId: 'a' });
  });

  it('SV-103: gets an error and is closed when its queue overflows, and the queued events are dropped', async () => {
    const first = Promise.withResolvers<void>();
    const node = await startNode({ onSay: () => first.promise });
    const client = await joinClient(node.url);
    const end = gone(client);
    for (const n of range(1, WAITING_EVENTS + 2)) say(client, String(n));
    expect(await end).toBe('io server disconnect');
    expect(client.events.at(-1)?.payload).toMatchObject({ code: 'too_many_events', retry_after: 10 });
    first.resolve();
    const other = await joinClient(node.url, { self: 'ben' });
    say(other, 'still served');
    await eventually(() => expect(node.received.at(-1)?.text).toBe('still served'));
    expect(node.received).toHaveLength(2);
    expect(node.realtime.metrics().floodsEnded).toBe(1);
  });

  it('is closed when its queued events are too large in total', async () => {
    const first = Promise.withResolvers<void>();
    const node = await startNode({ onSay: () => first.promise });
    const client = await joinClient(node.url);
    const end = gone(client);
    for (const n of range(1, 4)) say(client, String(n).repeat(30_000));
    expect(await end).toBe('io server disconnect');
    expect(codesOf(client)).toContain('too_many_events');
    first.resolve();
  });

  it('limits the events that wait for a commit', async () => {
    const commit = Promise.withResolvers<void>();
    const node = await startNode({ onSay: async () => ({ settled: commit.promise }) });
    const client = await joinClient(node.url);
    const end = gone(client);
    for (const n of range(1, WAITING_EVENTS * 2)) say(client, String(n));
    expect(await end).toBe('io server disconnect');
    expect(node.received.length).toBeLessThanOrEqual(WAITING_EVENTS + 1);
    commit.resolve();
  });

  it("SV-103: refuses events above the user's budget over all connections, and names the message", async () => {
    const node = await startNode({ caps: CAPS, limits: { calls: 3, seconds: 60 } });
    const [one, two] = [await joinClient(node.url), await joinClient(node.url)];
    for (const text of ['a', 'b']) say(one, text);
    await eventually(() => expect(node.received).toHaveLength(2));
    for (const text of ['c', 'd']) say(two, text);
    await eventually(() => expect(codesOf(two)).toEqual(['rate_limited']));
    expect(two.events[0]?.payload).toMatchObject({ clientMessageId: 'd', retry_after: 20 });
    expect(node.received.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    const other = await joinClient(node.url, { self: 'ben' });
    say(other, 'e');
    await eventually(() => expect(node.received).toHaveLength(4));
  });

  it.each(['shout', 'say'])('closes a connection that sends invalid events (%s)', async (event) => {
    const node = await startNode({ caps: CAPS });
    const client = await joinClient(node.url);
    const end = gone(client);
    for (const _n of range(0, REFUSED_EVENTS.calls)) client.socket.emit(event, 'nonsense');
    expect(await end).toBe('io server disconnect');
    expect(codesOf(client).at(-1)).toBe('too_many_events');
    expect(codesOf(client)).toHaveLength(REFUSED_EVENTS.calls + 1);
    // A user who flooded has to wait before connecting again.
    const again = await refusal(openClient(node.url));
    expect(again.data).toMatchObject({ code: 'rate_limited', retry_after: 10 });
  });

  it('refuses a payload that is nested too deeply', async () => {
    const node = await startNode();
    const { socket, received } = await openRaw(node.port);
    socket.send('40');
    await eventually(() => expect(received.some((text) => text.startsWith('40'))).toBe(true));
    socket.send(`42["say",${'['.repeat(30_000)}${']'.repeat(30_000)}]`);
    await eventually(() => expect(received.at(-1)).toContain('validation_failed'));
  });
});

describe('a connection below its events', () => {
  it('is closed when it sends binary packets, which no event has', async () => {
    const { port } = await startNode();
    const { socket, received, closed } = await openRaw(port);
    socket.send('40');
    await eventually(() => expect(received.some((text) => text.startsWith('40'))).toBe(true));
    socket.send('451-["say",{"_placeholder":true,"num":0}]');
    socket.send(Buffer.alloc(10));
    await closed;
  });

  it('is admitted once at a time, because each admission reads the database', async () => {
    let admissions = 0;
    const { port } = await startNode({
      beforeAdmission: () => {
        admissions += 1;
        return new Promise(() => undefined);
      },
    });
    const { socket, closed } = await openRaw(port);
    for (const _n of range(1, 5)) socket.send('40');
    await closed;
    expect(admissions).toBe(1);
  });

  it('is closed when it sends too much before admission', async () => {
    const { port } = await startNode({ beforeAdmission: () => new Promise(() => undefined) });
    const { socket, closed } = await openRaw(port);
    for (const _n of range(1, 40)) socket.send('40/nowhere,');
    await closed;
  });

  it('is closed when it sends packets without end', async () => {
    const { port } = await startNode({ caps: CAPS });
    const { socket, received, closed } = await openRaw(port);
    socket.send('40');
    await eventually(() => expect(received.some((text) => text.startsWith('40'))).toBe(true));
    for (const _n of range(1, 1000)) socket.ping();
    await closed;
    expect(received.at(-2)).toContain('too_many_events');
  });

  it('closes soon after a refusal, and after its client has left', async () => {
    const { port } = await startNode();
    const refused = await openRaw(port, 'token=bad&self=ann');
    refused.socket.send('40');
    await refused.closed;
    const leaver = await openRaw(port);
    leaver.socket.send('40');
    leaver.socket.send('41');
    await leaver.closed;
  });
});

describe('connections of one account and of one address', () => {
  it('are refused above the cap, with a code, and accepted again when others close', async () => {
    const node = await startNode({ caps: CAPS });
    const open = [];
    for (const _n of range(1, CAPS.perAccount)) open.push(await joinClient(node.url));
    const refused = openClient(node.url);
    expect((await refusal(refused)).data).toMatchObject({ code: 'too_many_connections' });
    await joinClient(node.url, { self: 'ben' });
    open[0]?.socket.disconnect();
    const again = openClient(node.url, {}, { reconnection: false });
    await eventually(() => {
      if (!again.socket.connected) again.socket.connect();
      expect(again.socket.connected).toBe(true);
    });
  });

  it('are checked against the cap before database reads', async () => {
    let lookUps = 0;
    const node = await startNode({
      caps: { perAccount: 1, perAddress: 1 },
      beforeAdmission: async () => void (lookUps += 1),
    });
    await joinClient(node.url);
    const { data } = await refusal(openClient(node.url, { self: 'ben' }));
    expect(data).toMatchObject({ code: 'too_many_connections' });
    expect(lookUps).toBe(1);
  });

  it('are counted by the address from the reverse proxy', async () => {
    const { url } = await startNode({ trustProxy: 1, caps: { perAccount: 9, perAddress: 1 } });
    const from = (address: string) => ({ extraHeaders: { 'x-forwarded-for': `9.9.9.9, ${address}` } });
    await joinClient(url, { self: 'ann' }, from('203.0.113.1'));
    await joinClient(url, { self: 'ben' }, from('203.0.113.2'));
    const third = openClient(url, { self: 'cat' }, from('203.0.113.2'));
    expect((await refusal(third)).data).toMatchObject({ code: 'too_many_connections' });
  });

  it('are not limited when rates are not', async () => {
    const { url } = await startNode();
    const clients = range(1, 40).map(() => openClient(url));
    for (const { socket } of clients) await connected(socket);
  });
});
