import type { directRoutes } from '@adda/contract/direct';
import type { directoryRoutes } from '@adda/contract/directory';
import type { ScenesOf } from './scene.fixture.ts';

/** Calls of private chats and the directory. The owner chats with the member; all other roles query the owner. */
export const directScenes: ScenesOf<typeof directRoutes & typeof directoryRoutes> = {
  'GET /chat/messages': ({ peerOf }, caller) => ({ query: { recipient: peerOf(caller).username } }),
  'GET /chat/messages/:id': async ({ sendPrivately, owner, member }) => ({
    params: { id: await sendPrivately(owner, member) },
  }),
  'POST /chat/delete_messages': {
    'one that the owner wrote to the member': async ({ sendPrivately, peerOf, owner, member }, caller) => ({
      body: { message_ids: [await sendPrivately(owner, member)], recipient: peerOf(caller).username },
    }),
    'in the owner’s name': async ({ sendPrivately, owner, member }) => ({
      body: {
        message_ids: [await sendPrivately(owner, member)],
        recipient: member.username,
        currentUser: owner.username,
      },
    }),
  },
  'GET /messages/conversations': async ({ ownerPrivateMessage }) => {
    await ownerPrivateMessage();
    return { query: {}, shows: ({ conversations }) => `conversations: ${conversations.length}` };
  },
  'GET /chat/requests': async ({ oneRequestToOwner }) => {
    await oneRequestToOwner();
    return { query: {}, shows: ({ requests }) => `requests: ${requests.length}` };
  },
  'POST /chat/requests/accept': async ({ requestToOwner }) => ({
    body: { username: await requestToOwner() },
  }),
  'POST /chat/requests/decline': async ({ requestToOwner }) => ({
    body: { username: await requestToOwner() },
  }),
  'GET /chat/unread': async ({ ownerPrivateMessage }) => {
    await ownerPrivateMessage();
    return { shows: ({ messages }) => `messages: ${messages.length}` };
  },
  'POST /chat/mark_read': ({ peerOf }, caller) => ({ body: { sender: peerOf(caller).username } }),
  'GET /chat/users/:username/status': ({ owner }) => ({
    params: { username: owner.username },
    shows: ({ last_active: lastActive }) => (lastActive === null ? 'never seen' : 'last seen'),
  }),
  'GET /chat/users/:username/exists': ({ owner }) => ({
    params: { username: owner.username },
    shows: ({ exists }) => (exists ? 'exists' : 'does not exist'),
  }),
  'GET /users/list': ({ owner }) => ({
    query: { username: owner.username },
    shows: ({ users }) => (users.length > 0 ? 'lists the owner' : 'without the owner'),
  }),
};
