import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ArrivalLimits } from './arrivals.ts';
import {
  connected,
  eventually,
  openClient,
  refusal,
  soon,
  startNode,
  type TestClient,
} from './realtime.fixture.ts';

/** Starts a node whose admissions wait for `release`. `asked` contains the users whose connection opened. */
async function startHeldNode(arrivals: ArrivalLimits) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked: (string | undefined)[] = [];
  const node = await startNode({
    arrivals,
    beforeAdmission: async ({ query }) => {
      asked.push(query['self']);
      await released;
    },
  });
  return { ...node, asked, release };
}

/** Opens clients of as many users, and records their refusals. */
function openClients(url: string, count: number) {
  const refusals: { readonly client: TestClient; readonly data: unknown; readonly at: number }[] = [];
  const clients = Array.from({ length: count }, (_, index) => {
    const client = openClient(url, { self: `user${index}` }, { reconnection: false });
    client.socket.on('connect_error', (error) =>
      refusals.push({
        client,
        data: 'data' in error ? error.data : error.message,
        at: performance.now(),
      }),
    );
    return client;
  });
  return { clients, refusals };
}

const allConnected = (clients: readonly TestClient[]) =>
  soon(() => expect(clients.filter(({ socket }) => !socket.connected)).toEqual([]));

describe('CL-07: many clients at the same time', () => {
  it('wait and are all admitted, none is refused', async () => {
    const node = await startNode({ arrivals: { opening: 3 } });
    const { clients, refusals } = openClients(node.url, 100);
    await allConnected(clients);
    expect(refusals).toEqual([]);
    expect(node.realtime.metrics()).toMatchObject({ admissionsWaiting: 0, admissionsPostponed: 0 });
  });

  it('get in on a node without time to spare too', async () => {
    const { url } = await startNode({ arrivals: { utilization: () => 1 } });
    const { clients, refusals } = openClients(url, 100);
    await allConnected(clients);
    expect(refusals).toEqual([]);
  });

  it('are told when to come back if too many wait, and get in then', async () => {
    const node = await startHeldNode({ opening: 2, mostWaiting: 3 });
    const { clients, refusals } = openClients(node.url, 40);
    await soon(() =>
      expect(refusals.length + node.asked.length + node.realtime.metrics().admissionsWaiting).toBe(40),
    );
    expect(refusals.length).toBeGreaterThan(10);
    expect(node.realtime.metrics().admissionsPostponed).toBe(refusals.length);
    node.release();
    for (const { client, data } of refusals) {
      expect(data).toEqual({
        code: 'rate_limited',
        detail: expect.stringContaining('Please try again in'),
        retry_after: expect.any(Number),
      });
      const { retry_after: seconds }: { retry_after: number } = Object(data);
      expect(seconds).toBeGreaterThanOrEqual(1);
      setTimeout(() => client.socket.connect(), seconds * 1000);
    }
    const told = refusals.length;
    await allConnected(clients);
    expect(refusals).toHaveLength(told);
  });

  it('are told different times, in the order in which they came', async () => {
    const node = await startHeldNode({ opening: 1, mostWaiting: 1 });
    const { refusals } = openClients(node.url, 1000);
    await soon(() => expect(refusals.length).toBeGreaterThan(900));
    // On a slow machine they do not come at the same time, so what counts is when they are to come back.
    const returns = refusals.map(({ data, at }) => at / 1000 + Number(Object(data).retry_after));
    const averageOf = (some: readonly number[]) => some.reduce((sum, time) => sum + time, 0) / some.length;
    expect(averageOf(returns.slice(-200))).toBeGreaterThan(averageOf(returns.slice(0, 200)) + 1);
  });

  it('wait for longer than a second, and no connection that waits is closed', async () => {
    const { url, asked, release } = await startHeldNode({ opening: 1 });
    const { clients, refusals } = openClients(url, 3);
    // A client that does not ask for admission keeps the next ones waiting for a second each.
    await soon(() => expect(asked).toHaveLength(3));
    release();
    await allConnected(clients);
    expect(refusals).toEqual([]);
  });

  it('go to another node when this one drains while they wait', async () => {
    const { url, realtime, asked, release } = await startHeldNode({ opening: 1 });
    openClients(url, 1);
    await eventually(() => expect(asked).toHaveLength(1));
    const late = openClient(url, { self: 'ben' }, { reconnection: false });
    const refused = refusal(late);
    await eventually(() => expect(realtime.metrics().admissionsWaiting).toBe(1));
    release();
    await realtime.close({ reason: 'update' });
    expect((await refused).message).toBe('websocket error');
    expect(asked).toEqual(['user0']);
  });

  it('R-07: a kick while a client waits for its turn is applied', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let running = 0;
    const node = await startNode({
      duringAdmission: () => {
        running += 1;
        return released;
      },
    });
    const busy = [openClient(node.url), openClient(node.url)];
    await eventually(() => expect(running).toBe(2));
    const { socket, numbers } = openClient(node.url, { groups: 'g,h' });
    await eventually(() => expect(node.realtime.metrics().admissionsWaiting).toBe(1));
    node.server.removeFromRoom('user:ann', 'group:g');
    release();
    for (const client of [...busy, { socket }]) await connected(client.socket);
    node.server.publish('group:g', 'said', { n: 1 });
    node.server.publish('group:h', 'said', { n: 2 });
    await eventually(() => expect(numbers).toEqual([2]));
  });
});

it('R-06: a WebSocket at a path of no endpoint is refused', async () => {
  const { port } = await startNode();
  const status = await new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/elsewhere/?EIO=4&transport=websocket`);
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
  });
  expect(status).toBe(404);
});
