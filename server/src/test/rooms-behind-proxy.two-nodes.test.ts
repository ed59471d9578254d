import type { Socket } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { hasHaproxy, startHaproxy, startIngress } from './haproxy.fixture.ts';
import { hasServices, joinNode, registered, roomOf, startServices } from './two-nodes.fixture.ts';

const ROOMS = 24;

/** The number of open sockets of a node. */
async function socketsOf({ url }: { readonly url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^\w*socket_connections (\d+)$/m.exec(text)?.[1]);
}

it.skipIf(!hasServices || !hasHaproxy).each([
  ['deploy/haproxy.cfg', startHaproxy],
  ['deploy/kubernetes/ingress.yaml', startIngress],
] as const)(
  'behind the proxy (%s) all members of a room are on one node, rooms spread over both, and a lost node loses nothing',
  { timeout: 240_000 },
  async (_file, startProxy) => {
    const { startNode } = await startServices();
    const nodes = [await startNode({ TRUST_PROXY: '1' }), await startNode({ TRUST_PROXY: '1' })];
    const [first, second] = nodes;
    if (!first || !second) throw new Error('two nodes are needed');
    const url = await startProxy(nodes);
    const members = [await registered(first.client), await registered(first.client)];
    const counts = async () => Promise.all(nodes.map(socketsOf));

    const home = new Map<string, number>();
    const sockets: { readonly node: number; readonly socket: Socket }[] = [];
    for (let n = 0; n < ROOMS; n += 1) {
      const groupId = await roomOf(first.client, members);
      const before = await counts();
      const joined: Socket[] = [];
      for (const person of members)
        joined.push((await joinNode({ ...first, url }, person, { groupId })).socket);
      const grown = (await counts()).map((count, node) => count - (before[node] ?? 0));
      expect(grown.toSorted(), 'sockets of one room').toEqual([0, members.length]);
      const node = grown.indexOf(members.length);
      home.set(groupId, node);
      sockets.push(...joined.map((socket) => ({ node, socket })));
    }
    const onFirst = [...home.values()].filter((node) => node === 0).length;
    expect(Math.min(onFirst, ROOMS - onFirst), `${onFirst} of ${ROOMS} rooms on one node`).toBeGreaterThan(
      ROOMS / 6,
    );

    // A room whose node is gone opens on the other one, with what was said before.
    const [moved = ''] = [...home].find(([, node]) => node === 1) ?? [];
    const [ann, ben] = members;
    if (!ann || !ben) throw new Error('two members are needed');
    const before = await joinNode({ ...first, url }, ann, { groupId: moved });
    await before.send('before');
    await second.kill();
    await vi.waitFor(
      async () => {
        const joined = await joinNode({ ...first, url }, ben, { groupId: moved });
        await joined.send('after');
      },
      { timeout: 60_000, interval: 1000 },
    );
    const query = { group_id: moved };
    const { data } = await first.client('GET /groupchat/group-messages', { query }, ben);
    expect(data.messages.map(({ content }) => content)).toEqual(['before', 'after']);
    // The sockets of the other rooms have stayed open.
    for (const { node, socket } of sockets) expect(socket.connected).toBe(node === 0);
  },
);
