import { describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { startOwnServer } from './kill-nine.fixture.ts';
import {
  guest,
  hasReceived,
  hasServices,
  joinNode,
  registered,
  roomOf,
  startServices,
} from './two-nodes.fixture.ts';

it(
  'CL-03: the users of a single node that was killed are offline within 30 s of its restart',
  { timeout: 180_000 },
  async () => {
    const server = await startOwnServer();
    const node = { ...server, client: createClient(server.url) };
    const [ann, ben] = [await guest(node.client), await guest(node.client)];
    const annAlone = await joinNode(node, ann, { recipient: ben.username });
    const isOnline = async () => {
      const { data } = await node.client(
        'GET /chat/users/:username/status',
        { params: { username: ann.username } },
        ben,
      );
      return data.is_online;
    };
    await expect.poll(isOnline).toBe(true);
    await server.kill();
    annAlone.socket.disconnect();
    await server.restart();
    await vi.waitFor(async () => expect(await isOnline()).toBe(false), { timeout: 30_000, interval: 50 });
  },
);

/** Starts two nodes, and a room of Ann, connected to `here`, with Ben, whose connection to `there` is `rest`. */
async function startRoomOnTwoNodes() {
  const { startNode } = await startServices();
  const [here, there] = await Promise.all([startNode(), startNode()]);
  const [ann, ben] = [await registered(here.client), await guest(here.client)];
  const groupId = await roomOf(here.client, [ann, ben]);
  await joinNode(here, ann, { groupId });
  const rest = await joinNode(there, ben, { groupId });
  const membersThere = async () => {
    const members = { params: { id: groupId }, query: {} };
    return (await there.client('GET /groupchat/groups/:id/members', members, ben)).data.members;
  };
  return { here, there, ann, ben, rest, membersThere };
}

describe.runIf(hasServices)('the end of a node', () => {
  it(
    'R-04, RT-10, CL-03: after a kill its users are offline for all others within 30 s, and all others have synced within 10 s',
    { timeout: 180_000 },
    async () => {
      const { here, there, ann, ben, rest, membersThere } = await startRoomOnTwoNodes();
      const chat = await joinNode(there, ben, { recipient: ann.username });
      await vi.waitFor(async () =>
        expect((await membersThere()).filter((member) => member.is_online)).toHaveLength(2),
      );
      const killedAt = performance.now();
      await here.kill();
      const asked = () =>
        [rest, chat].forEach((line) => expect(hasReceived(line, 'catch_up', {})).toBe(true));
      await vi.waitFor(asked, { interval: 20 });
      const offline = { username: ann.username, is_online: false };
      const expectOffline = () =>
        [rest, chat].forEach((line) => expect(hasReceived(line, 'user_status', offline)).toBe(true));
      await vi.waitFor(expectOffline, { timeout: 60_000, interval: 20 });
      expect(performance.now() - killedAt).toBeLessThan(30_000);
    },
  );

  it(
    'CL-03: the users of a paused node go offline, and are online again when it goes on',
    { timeout: 180_000 },
    async () => {
      const { here, ann, rest, membersThere } = await startRoomOnTwoNodes();
      const states = () =>
        rest.received.flatMap(({ event, payload }) =>
          event === 'user_status' && Object(payload).username === ann.username
            ? [Boolean(Object(payload).is_online)]
            : [],
        );
      const isOnline = async () =>
        (await membersThere()).find(({ username }) => username === ann.username)?.is_online;
      await expect.poll(isOnline).toBe(true);
      process.kill(here.pid(), 'SIGSTOP');
      try {
        await vi.waitFor(() => expect(states().at(-1)).toBe(false), { timeout: 60_000, interval: 20 });
        expect(await isOnline()).toBe(false);
      } finally {
        process.kill(here.pid(), 'SIGCONT');
      }
      await vi.waitFor(() => expect(states().at(-1)).toBe(true), { timeout: 20_000, interval: 20 });
      expect(await isOnline()).toBe(true);
    },
  );

  it(
    'RT-10: a graceful shutdown publishes which users left, and no client has to sync',
    { timeout: 180_000 },
    async () => {
      const { here, ann, rest } = await startRoomOnTwoNodes();
      await here.dispose();
      const offline = { username: ann.username, is_online: false };
      await vi.waitFor(() => expect(hasReceived(rest, 'user_status', offline)).toBe(true));
      expect(hasReceived(rest, 'catch_up', {})).toBe(false);
    },
  );
});
