import type { inboxRoutes } from '@adda/contract/inbox';
import type { ScenesOf } from './scene.fixture.ts';

/** The own inbox, and reading the owner’s room and the private chat with the owner. */
export const inboxScenes: ScenesOf<typeof inboxRoutes> = {
  'GET /inbox': async ({ room, sendInRoom, owner }) => {
    const groupId = await room();
    await sendInRoom(groupId, owner, 'see you at ten');
    return {
      query: {},
      shows: ({ items }) =>
        items.some((item) => item.kind === 'room' && item.group_id === groupId)
          ? 'with the owner’s room'
          : 'without the owner’s room',
    };
  },
  'POST /conversations/read': {
    'the room': async ({ room }) => ({ body: { group_id: await room(), up_to: 1 } }),
    'the private chat with the owner': async ({ owner, peerOf }, caller) => ({
      body: { recipient: peerOf(caller).username ?? owner.username, up_to: 1 },
    }),
  },
};
