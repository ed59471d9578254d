import { expect, it, vi } from 'vitest';
import { hasHaproxy, startHaproxy } from './haproxy.fixture.ts';
import { hasServices, joinNode, registered, roomOf, startServices } from './two-nodes.fixture.ts';

const ROOMS = 24;

/** The number of open sockets of a node. */
async function socketsOf({ url }: { readonly url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^\w*socket_connections (\d+)$/m.exec(text)?.[1]);
}

it.skipIf(!hasServices || !hasHaproxy)(
  'behind the proxy all members of a room are on one node, rooms spread over both, and a lost node loses nothing',
  { timeout: 240_000 },
  async () => {
    const { startNode } = await startServices();
    const nodes = [await startNode({ TRUST_PROXY: '1' }), await startNode({ TRUST_PROXY: '1' })];
    const [first, second] = nodes;
    if (!first || !second) throw new Error('two nodes are needed');
    const url = await startHaproxy(nodes);
    const members = [await registered(first.client), await registered(first.client)];
    const counts = async () => Promise.all(nodes.map(socketsOf));

    const home = new Map<string, number>();
    for (let n = 0; n < ROOMS; n += 1) {
      const groupId = await roomOf(first.client, members);
      const before = await counts();
      for (const person of members) await joinNode({ ...first, url }, person, { groupId });
      const grown = (await counts()).map((count, node) => count - (before[node] ?? 0));
      expect(grown.toSorted(), 'sockets of one room').toEqual([0, members.length]);
      home.set(groupId, grown.indexOf(members.length));
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
  },
);
