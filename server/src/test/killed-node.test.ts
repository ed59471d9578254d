import { describe, expect, it, vi } from 'vitest';
import {
  guest,
  hasReceived,
  hasServices,
  joinNode,
  registered,
  roomOf,
  startServices,
} from './two-nodes.fixture.ts';

describe.runIf(hasServices)('the end of a node', () => {
  it(
    'R-04, RT-10: after a kill its users are offline for all others within 45 s, and all others have synced within 10 s',
    { timeout: 180_000 },
    async () => {
      const { startNode } = await startServices();
      const [here, there] = await Promise.all([startNode(), startNode()]);
      const [ann, ben] = [await registered(here.client), await guest(here.client)];
      const groupId = await roomOf(here.client, [ann, ben]);
      await joinNode(here, ann, { groupId });
      const rest = await joinNode(there, ben, { groupId });
      const chat = await joinNode(there, ben, { recipient: ann.username });
      const members = { params: { id: groupId }, query: {} };
      await vi.waitFor(async () => {
        const { data } = await there.client('GET /groupchat/groups/:id/members', members, ben);
        expect(data.members.filter((member) => member.is_online)).toHaveLength(2);
      });
      const killedAt = performance.now();
      await here.kill();
      const asked = () =>
        [rest, chat].forEach((line) => expect(hasReceived(line, 'catch_up', {})).toBe(true));
      await vi.waitFor(asked, { interval: 20 });
      const offline = { username: ann.username, is_online: false };
      const expectOffline = () =>
        [rest, chat].forEach((line) => expect(hasReceived(line, 'user_status', offline)).toBe(true));
      await vi.waitFor(expectOffline, { timeout: 60_000, interval: 20 });
      expect(performance.now() - killedAt).toBeLessThan(45_000);
    },
  );

  it(
    'RT-10: a graceful shutdown publishes which users left, and no client has to sync',
    { timeout: 180_000 },
    async () => {
      const { startNode } = await startServices();
      const [here, there] = await Promise.all([startNode(), startNode()]);
      const [ann, ben] = [await registered(here.client), await guest(here.client)];
      const groupId = await roomOf(here.client, [ann, ben]);
      await joinNode(here, ann, { groupId });
      const rest = await joinNode(there, ben, { groupId });
      await here.dispose();
      const offline = { username: ann.username, is_online: false };
      await vi.waitFor(() => expect(hasReceived(rest, 'user_status', offline)).toBe(true));
      expect(hasReceived(rest, 'catch_up', {})).toBe(false);
    },
  );
});
