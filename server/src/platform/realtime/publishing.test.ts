import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RoomName } from './index.ts';
import {
  eventually,
  openClient,
  joinClient,
  publishNumbers,
  range,
  startNode,
  startSlowPath,
} from './realtime.fixture.ts';

describe('publishing', () => {
  it("delivers a flush in order, the sender's confirmation first, in one write per member", async () => {
    const node = await startNode();
    const ann = await joinClient(node.url);
    const ben = await joinClient(node.url, { self: 'ben' });
    const sender = node.connections.find(({ identity }) => identity.username === 'ann');
    await eventually(() => expect(node.realtime.metrics().connections).toBe(2));
    await nextTurn();
    const before = node.realtime.metrics().joinedWrites;
    node.server.publishFlush({
      toRooms: new Map([['group:g', [1, 2].map((n) => ({ event: 'said' as const, payload: { n } }))]]),
      toConnections: new Map([
        [sender?.id ?? '', [{ event: 'message_confirmation', payload: { clientMessageId: 'm1' } }]],
        ['somebody on another node', [{ event: 'said', payload: { n: 0 } }]],
      ]),
    });
    expect(node.realtime.metrics().joinedWrites - before).toBe(2);
    await eventually(() => expect([ann.events.length, ben.events.length]).toEqual([3, 2]));
    expect(ann.events[0]).toEqual({ event: 'message_confirmation', payload: { clientMessageId: 'm1' } });
    expect([ann.numbers, ben.numbers]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('SV-46: a connection knows the highest mark of its rooms, which stays unchanged after it closes', async () => {
    const node = await startNode();
    const ann = await joinClient(node.url);
    const [connection] = node.connections;
    const tell = (room: RoomName, n: number, except: readonly RoomName[] = []) =>
      node.server.publishFlush({
        toRooms: new Map([[room, [{ event: 'said' as const, payload: { n }, except }]]]),
        toConnections: new Map(),
        deliveredTo: new Map([[room, n]]),
      });
    expect(connection?.deliveredTo()).toBe(0);
    tell('group:g', 7);
    tell('group:another', 9);
    tell('group:g', 5);
    tell('group:g', 8, ['user:ann']);
    expect(connection?.deliveredTo()).toBe(7);
    ann.socket.disconnect();
    await eventually(() => expect(connection?.isOpen()).toBe(false));
    tell('group:g', 10);
    expect(connection?.deliveredTo()).toBe(7);
  });

  it('delivers payloads of every frame length and alphabet unchanged', async () => {
    const { url, server } = await startNode();
    const { events } = await joinClient(url);
    const texts = [0, 60, 100, 125, 126, 127, 65_500, 65_536, 70_000].map((length) =>
      'ü€😀'.repeat(length).slice(0, length),
    );
    const said = texts.map((text, n) => ({ event: 'said' as const, payload: { n, text } }));
    server.publishFlush({ toRooms: new Map([['group:g', said]]), toConnections: new Map() });
    await eventually(() =>
      expect(events.map(({ payload }) => payload)).toEqual(said.map(({ payload }) => payload)),
    );
  });

  it('R-04: a stock client gets every message once and in order while connections open and close', async () => {
    const node = await startNode({ pingIntervalMs: 5 });
    const steady = await joinClient(node.url);
    const comers = range(1, 20).map(() => openClient(node.url, { self: 'comer' }));
    const flow = publishNumbers(node, { room: 'group:g', from: 1, to: 20_000, perFlush: 5 });
    for (const comer of comers.slice(0, 10)) {
      await eventually(() => expect(comer.numbers.length).toBeGreaterThan(0));
      comer.socket.disconnect();
    }
    await flow;
    await eventually(() => expect(steady.numbers.length).toBeGreaterThanOrEqual(20_000));
    expect(steady.numbers).toEqual(range(1, 20_000));
    for (const comer of comers.slice(10)) {
      await eventually(() => expect(comer.numbers.at(-1)).toBe(20_000));
    }
    for (const { numbers } of comers) {
      expect(numbers).toEqual(range(numbers[0] ?? 0, numbers.at(-1) ?? -1));
    }
  });

  it('R-04: a lagging reader gets everything once and in order when it reads again', async () => {
    const node = await startNode({ pingIntervalMs: 5, maxQueuedBytes: 256 * 1024 * 1024 });
    const path = await startSlowPath(node.port);
    const { numbers } = await joinClient(path.url);
    let last = 0;
    const publish = async (count: number, text?: string) => {
      await publishNumbers(node, {
        room: 'group:g',
        from: last + 1,
        to: last + count,
        ...(text && { text }),
      });
      last += count;
    };
    await publish(100);
    // Once a ping waits for the full path, what follows waits in the queue behind it. The path may fill up before there is one.
    while (node.realtime.metrics().queuedWrites === 0) {
      path.pause();
      await publish(2900, 'x'.repeat(10_000));
      expect(numbers.length).toBeLessThan(last);
      path.resume();
      await publish(100);
      await eventually(() => expect(numbers).toHaveLength(last));
    }
    expect(numbers).toEqual(range(1, last));
  });

  it("keeps the order between a connection's own events and those of its rooms", async () => {
    const node = await startNode({ pingIntervalMs: 1 });
    const { numbers } = await joinClient(node.url);
    const [connection] = node.connections;
    for (let n = 0; n < 3000; n += 3) {
      connection?.emit('said', { n });
      node.server.publish('group:g', 'said', { n: n + 1 });
      node.server.publish('user:ann', 'said', { n: n + 2 });
      if (n % 30 === 0) await nextTurn();
    }
    await eventually(() => expect(numbers).toEqual(range(0, 2999)));
  });
});
