import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventually, joinClient, publishNumbers, startNode, startSlowPath } from './realtime.fixture.ts';

const FLUSH_BYTES = 100_000;
/** More than any kernel buffers for one connection. */
const FLOOD_BYTES = 128 * 1024 * 1024;

describe('slow readers', () => {
  it.each([
    { way: 'joined writes', pingIntervalMs: 25_000, isQueued: false, joinsWrites: true },
    { way: 'the ordinary queue', pingIntervalMs: 5, isQueued: true, joinsWrites: true },
    { way: 'public methods of engine.io alone', pingIntervalMs: 25_000, isQueued: true, joinsWrites: false },
  ])(
    'R-05: a stalled reader is closed before its queue exceeds the limit, by $way',
    async ({ pingIntervalMs, isQueued, joinsWrites }) => {
      const node = await startNode({ pingIntervalMs, joinsWrites });
      const path = await startSlowPath(node.port);
      const steady = await joinClient(node.url, { self: 'steady' });
      await joinClient(path.url, { self: 'stopped', groups: 'g,slow' });
      path.pause();
      let n = 0;
      while (node.server.connectionsIn('group:slow') > 0 && n * FLUSH_BYTES < FLOOD_BYTES) {
        await publishNumbers(node, { room: 'group:slow', from: n, to: n, text: 'x'.repeat(FLUSH_BYTES) });
        node.server.publish('group:g', 'said', { n });
        await delay(1);
        n += 1;
      }
      expect(n * FLUSH_BYTES).toBeLessThan(FLOOD_BYTES);
      expect(node.realtime.metrics().slowReadersCutOff).toBe(1);
      // Each of the two clients may have got its first event while the response to its handshake was in flight.
      const allowed = isQueued ? { least: 1, most: Infinity } : { least: 0, most: 2 };
      expect(node.realtime.metrics().queuedWrites).toBeGreaterThanOrEqual(allowed.least);
      expect(node.realtime.metrics().queuedWrites).toBeLessThanOrEqual(allowed.most);
      await eventually(() => expect(node.left.map(({ username }) => username)).toEqual(['stopped']));
      await eventually(() => expect(steady.numbers).toHaveLength(n));
      expect(node.realtime.metrics().connections).toBe(1);
    },
  );

  it('R-05: the kernel buffers nothing for a closed slow reader either: the connection is reset', async () => {
    const node = await startNode();
    const path = await startSlowPath(node.port);
    await joinClient(path.url, { self: 'stopped' });
    path.pause();
    for (let n = 0; node.server.connectionsIn('group:g') > 0 && n * FLUSH_BYTES < FLOOD_BYTES; n += 1)
      await publishNumbers(node, { room: 'group:g', from: n, to: n, text: 'x'.repeat(FLUSH_BYTES) });
    path.resume();
    await eventually(() => expect(path.faults).toEqual(['ECONNRESET']));
  });

  it('R-05: one flush above the limit reaches a reader that has nothing pending', async () => {
    const node = await startNode({ maxQueuedBytes: 10_000 });
    const { numbers } = await joinClient(node.url);
    await publishNumbers(node, { room: 'group:g', from: 1, to: 1, text: 'x'.repeat(1_000_000) });
    await eventually(() => expect(numbers).toEqual([1]));
  });
});
