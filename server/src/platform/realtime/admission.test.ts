import { Session } from 'node:inspector/promises';
import { Socket } from 'socket.io';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Handshake } from './index.ts';
import { eventually, connected, joinClient, openClient, refusal, startNode } from './realtime.fixture.ts';

const handshakePath = '/group-socket.io/?EIO=4&transport=websocket&token=good&self=ann';

function upgradeStatus(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${handshakePath}`, { headers });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => {
      socket.close();
      resolve(101);
    });
    socket.on('error', reject);
  });
}

describe('admission', () => {
  it('R-06: accepts the public origin, the same host and clients without an origin, and refuses others', async () => {
    const { port } = await startNode();
    expect(await upgradeStatus(port, {})).toBe(101);
    expect(await upgradeStatus(port, { origin: 'https://adda.example' })).toBe(101);
    expect(await upgradeStatus(port, { origin: `http://127.0.0.1:${port}` })).toBe(101);
    expect(await upgradeStatus(port, { origin: 'https://elsewhere.example' })).toBe(400);
    expect(await upgradeStatus(port, { origin: 'http://adda.example' })).toBe(400);
    expect(await upgradeStatus(port, { origin: 'null' })).toBe(400);
  });

  it('RT-01: accepts the websocket transport only', async () => {
    const { url } = await startNode();
    const polling = await fetch(`${url}/group-socket.io/?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
    const client = openClient(url, {}, { transports: ['polling'], reconnection: false });
    await refusal(client);
    expect(client.socket.connected).toBe(false);
  });

  it('SV-101: sends text and code to a refused client', async () => {
    const { url } = await startNode();
    const error = await refusal(openClient(url, { token: 'bad' }));
    expect(error.message).toBe('Invalid token');
    expect(error.data).toEqual({ detail: 'Invalid token', code: 'invalid_token' });
  });

  it('hides internal errors of admission from the client, and logs them', async () => {
    const node = await startNode({ beforeAdmission: () => Promise.reject(new Error('no database today')) });
    const error = await refusal(openClient(node.url));
    expect(error.data).toEqual({ detail: expect.stringContaining('Something went wrong'), code: 'internal' });
    expect(JSON.stringify(error)).not.toContain('no database today');
    expect(node.log).toContainEqual(expect.objectContaining({ level: 'error' }));
  });

  it('Q-43: accepts the token from the query or from the auth field', async () => {
    const seen: Handshake[] = [];
    const { url } = await startNode({ beforeAdmission: async (handshake) => void seen.push(handshake) });
    await joinClient(url);
    await joinClient(url, {}, { query: { self: 'ben' }, auth: { token: 'good' } });
    expect(seen.map(({ token }) => token)).toEqual(['good', 'good']);
    expect(seen[0]?.address).toContain('127.0.0.1');
  });

  it('loses no event that was sent during a slow admission', async () => {
    const node = await startNode({ beforeAdmission: () => delay(100) });
    const { socket } = openClient(node.url);
    for (const text of ['one', 'two', 'three']) socket.emit('say', { clientMessageId: text, text });
    await eventually(() => expect(node.received.map(({ text }) => text)).toEqual(['one', 'two', 'three']));
  });

  it('R-07: a kick during admission is applied', async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const node = await startNode({
      beforeAdmission: async () => {
        asked.resolve();
        await gate.promise;
      },
    });
    const { socket, numbers } = openClient(node.url, { groups: 'g,h' });
    await asked.promise;
    node.server.removeFromRoom('user:ann', 'group:g');
    gate.resolve();
    await connected(socket);
    node.server.publish('group:g', 'said', { n: 1 });
    node.server.publish('group:h', 'said', { n: 2 });
    await eventually(() => expect(numbers).toEqual([2]));
    expect(node.server.connectionsIn('group:g')).toBe(0);
  });

  it('R-07: a room closed during admission disconnects', async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const node = await startNode({
      beforeAdmission: async () => {
        asked.resolve();
        await gate.promise;
      },
    });
    const { socket, events } = openClient(node.url);
    const reason = new Promise((resolve) => socket.once('disconnect', resolve));
    await asked.promise;
    node.server.disconnectRoom('user:ann', { event: 'kick_user', payload: { username: 'ann' } });
    gate.resolve();
    expect(await reason).toBe('io server disconnect');
    expect(events).toEqual([{ event: 'kick_user', payload: { username: 'ann' } }]);
    expect(node.connections).toEqual([]);
  });

  it('releases a client that left during admission', async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const node = await startNode({
      beforeAdmission: async ({ query }) => {
        if (query['self'] !== 'ann') return;
        asked.resolve();
        await gate.promise;
      },
    });
    const { socket } = openClient(node.url);
    await asked.promise;
    socket.disconnect();
    await joinClient(node.url, { self: 'ben' });
    gate.resolve();
    await joinClient(node.url, { self: 'cem' });
    expect(node.connections.map(({ identity }) => identity.username)).toEqual(['ben', 'cem']);
    expect(node.realtime.metrics().connections).toBe(2);
  });

  it('R-18: nothing of the handshake is kept, so that no token stays in memory', async () => {
    const { url } = await startNode();
    await joinClient(url, { group_id: 'named in the handshake only' });
    const handshakes = await handshakesInMemory();
    // Sockets of other tests may still be there.
    expect(handshakes).toContain('"url":""');
    expect(handshakes).not.toContain('named');
  });
});

/** Returns the handshakes of all sockets in this process, as JSON. */
async function handshakesInMemory(): Promise<string> {
  const session = new Session();
  session.connect();
  Object.assign(globalThis, { socketPrototype: Socket.prototype });
  const { result } = await session.post('Runtime.evaluate', { expression: 'socketPrototype' });
  const { objects } = await session.post('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  });
  const { result: json } = await session.post('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return JSON.stringify(this.map(({ handshake }) => handshake)); }',
    returnByValue: true,
  });
  session.disconnect();
  return String(json.value);
}
