import { describe, expect, it } from 'vitest';
import { eventually, joinClient, startNode } from './realtime.fixture.ts';

describe('revocation', () => {
  it('R-07: disconnectRoom sends the last event, closes those connections permanently and keeps others', async () => {
    const node = await startNode();
    const ann = await joinClient(node.url, { self: 'ann' });
    const ben = await joinClient(node.url, { self: 'ben' });
    const reason = new Promise((resolve) => ann.socket.once('disconnect', resolve));
    node.server.disconnectRoom('user:ann', { event: 'kick_user', payload: { username: 'ann' } });
    expect(node.server.connectionsIn('user:ann')).toBe(0);
    node.server.publish('group:g', 'said', { n: 1 });
    expect(await reason).toBe('io server disconnect');
    expect(ann.events).toEqual([{ event: 'kick_user', payload: { username: 'ann' } }]);
    await eventually(() => expect(ben.numbers).toEqual([1]));
    expect(node.left.map(({ username }) => username)).toEqual(['ann']);
  });

  it('R-07: removeFromRoom removes every connection of the user from that room only, immediately', async () => {
    const node = await startNode();
    const tabs = [
      await joinClient(node.url, { groups: 'g,h' }),
      await joinClient(node.url, { groups: 'g,h' }),
    ];
    const ben = await joinClient(node.url, { self: 'ben', groups: 'g,h' });
    node.server.publish('group:g', 'said', { n: 1 });
    node.server.removeFromRoom('user:ann', 'group:g');
    node.server.publish('group:g', 'said', { n: 2 });
    node.server.publish('group:h', 'said', { n: 3 });
    await eventually(() => expect(ben.numbers).toEqual([1, 2, 3]));
    for (const tab of tabs) await eventually(() => expect(tab.numbers).toEqual([1, 3]));
    expect(node.server.connectionsIn('group:g')).toBe(1);
  });

  it('a connection joins and leaves rooms', async () => {
    const node = await startNode();
    const { numbers } = await joinClient(node.url);
    const [connection] = node.connections;
    connection?.join('profile:ben');
    node.server.publish('profile:ben', 'said', { n: 1 });
    connection?.leave('profile:ben');
    node.server.publish('profile:ben', 'said', { n: 2 });
    node.server.publish('group:g', 'said', { n: 3 });
    await eventually(() => expect(numbers).toEqual([1, 3]));
  });
});
