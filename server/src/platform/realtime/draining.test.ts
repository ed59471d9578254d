import { describe, expect, it } from 'vitest';
import { eventually, joinClient, openClient, refusal, startNode } from './realtime.fixture.ts';

describe('draining', () => {
  it('GC-43: notifies clients, closes so that they reconnect by themselves, and refuses new ones', async () => {
    const node = await startNode();
    const { socket, events } = await joinClient(node.url);
    const reason = new Promise((resolve) => socket.once('disconnect', resolve));
    const attempt = new Promise((resolve) => socket.io.once('reconnect_attempt', resolve));
    await node.realtime.close({ reason: 'deploy' });
    expect(await reason).toBe('transport close');
    expect(events).toEqual([{ event: 'server_draining', payload: { reason: 'deploy' } }]);
    expect(await attempt).toBe(1);
    await refusal(openClient(node.url, {}, { reconnection: false }));
    expect(node.realtime.metrics().connections).toBe(0);
    await eventually(() => expect(node.left).toHaveLength(1));
  });
});
