import { randomUUID } from 'node:crypto';
import type { giftsRoutes } from '@adda/contract/gifts';
import type { draftsRoutes, messagesRoutes } from '@adda/contract/messages';
import type { roomsRoutes } from '@adda/contract/rooms';
import type { ScenesOf } from './scene.fixture.ts';
import type { Stage } from './stage.fixture.ts';

const inRoom = async ({ room }: Stage) => ({ params: { id: await room() } });
const ofRoom = async ({ room }: Stage) => ({ body: { group_id: await room() } });
const newRoomInput = async ({ newRoom }: Stage) => ({ body: { group_id: await newRoom() } });

/** Creates a member of the room as the target of a command. */
async function newcomer({ room, newcomer }: Stage) {
  const groupId = await room();
  return { body: { group_id: groupId, username: (await newcomer(groupId)).username } };
}

const kickOwnerInput = async ({ room, owner }: Stage) => ({
  body: { group_id: await room(), username: owner.username },
});

async function whisper({ room, sendInRoom, owner, member }: Stage): Promise<string> {
  return sendInRoom(await room(), owner, `@${member.username} between us`);
}

async function unbanned(stage: Stage) {
  const { body } = await newcomer(stage);
  await stage.ban(stage.owner, body.group_id, body);
  return { params: { id: body.group_id }, body: { username: body.username } };
}

const bannedList = async (stage: Stage) => ({ ...(await inRoom(stage)), query: {} });

const permissions: ['can_kick'] = ['can_kick'];

/** Calls of rooms: the owner’s, with the member, the moderator and the member whom the owner has blocked. */
export const roomsScenes: ScenesOf<typeof roomsRoutes> = {
  'POST /groupchat/groups/create': () => ({ body: { name: `Room ${randomUUID().slice(0, 12)}` } }),
  'GET /groupchat/groups': () => ({ query: {} }),
  'GET /groupchat/groups/:id': inRoom,
  'POST /groupchat/groups/join': ofRoom,
  'POST /groupchat/groups/leave': ofRoom,
  'GET /groupchat/groups/:id/members': async (stage) => ({
    ...(await inRoom(stage)),
    query: {},
    shows: ({ members }) => `members: ${members.length}`,
  }),
  'GET /groupchat/group-messages': async ({ room, ownerMessage }) => {
    await ownerMessage();
    return {
      query: { group_id: await room() },
      shows: ({ messages }) => (messages.length > 0 ? 'with the owner’s words' : 'without the owner’s words'),
    };
  },
  'GET /groupchat/messages/:id': {
    'by the owner, to all': async ({ room, sendInRoom, owner }) => ({
      params: { id: await sendInRoom(await room(), owner) },
    }),
    'by the owner, to the member alone': async (stage) => ({ params: { id: await whisper(stage) } }),
  },
  'POST /groupchat/delete_messages': {
    'one of the owner’s': async ({ room, sendInRoom, owner }) => ({
      body: { message_ids: [await sendInRoom(await room(), owner)] },
    }),
    'one of the member’s': async ({ room, sendInRoom, member }) => ({
      body: { message_ids: [await sendInRoom(await room(), member)] },
    }),
    'one of the owner’s to the member alone': async (stage) => ({
      body: { message_ids: [await whisper(stage)] },
    }),
    everything: newRoomInput,
  },
  'POST /groupchat/groups/kick': { 'a member': newcomer, 'the owner': kickOwnerInput },
  'POST /groupchat/groups/ban': { 'a member': newcomer, 'the owner': kickOwnerInput },
  'POST /groups/:id/unban': unbanned,
  'POST /groupchat/groups/:id/unban': unbanned,
  'GET /groups/:id/banned-users': bannedList,
  'GET /groupchat/groups/:id/banned-users': bannedList,
  'POST /groupchat/groups/grant-permission': async (stage) => ({
    body: { ...(await newcomer(stage)).body, permissions },
  }),
  'POST /groupchat/groups/revoke-permission': async (stage) => {
    const { body } = await newcomer(stage);
    await stage.grant(stage.owner, body.group_id, body, permissions);
    return { body: { ...body, permissions } };
  },
  'POST /groupchat/groups/delete': newRoomInput,
  'GET /groupchat/users/:username/profile': async ({ bio, owner }) => {
    await bio();
    return {
      params: { username: owner.username },
      shows: ({ bio: shown }) => (shown === null ? 'name and picture alone' : 'in full'),
    };
  },
};

/** Changes of messages of the owner in a room, and in the private chat with the member. */
export const messagesScenes: ScenesOf<typeof messagesRoutes> = {
  'PATCH /messages/:id': {
    'of the owner, in a room': async ({ room, sendInRoom, owner }) => ({
      params: { id: await sendInRoom(await room(), owner) },
      body: { content: 'changed' },
    }),
    'of the member, in a room': async ({ room, sendInRoom, member }) => ({
      params: { id: await sendInRoom(await room(), member) },
      body: { content: 'changed' },
    }),
    'the owner’s whisper to the member': async (stage) => ({
      params: { id: await whisper(stage) },
      body: { content: 'changed' },
    }),
    'of the owner, in a private chat': async ({ sendPrivately, owner, member }) => ({
      params: { id: await sendPrivately(owner, member) },
      body: { content: 'changed' },
    }),
  },
  'POST /messages/:id/forward': {
    'from a room, to the same room': async ({ room, sendInRoom, owner }) => ({
      params: { id: await sendInRoom(await room(), owner) },
      body: { to: [{ group_id: await room() }] },
    }),
    'of an own message, to the owner’s room': async (
      { room, newUser, sendPrivately, owner },
      { person },
    ) => ({
      params: { id: await sendPrivately(person ?? owner, await newUser()) },
      body: { to: [{ group_id: await room() }] },
    }),
    'of the owner’s whisper to the member': async (stage) => ({
      params: { id: await whisper(stage) },
      body: { to: [{ group_id: await stage.room() }] },
    }),
    'from a private chat, to the owner': async ({ sendPrivately, peerOf, owner, member }, caller) => ({
      params: { id: await sendPrivately(owner, member) },
      body: { to: [{ recipient: peerOf(caller).username }] },
    }),
  },
  'POST /messages/:id/reactions': {
    'in a room': async ({ room, sendInRoom, owner }) => ({
      params: { id: await sendInRoom(await room(), owner) },
      body: { emoji: '👍', on: true },
    }),
    'to the owner’s whisper to the member': async (stage) => ({
      params: { id: await whisper(stage) },
      body: { emoji: '👍', on: true },
    }),
    'in a private chat': async ({ sendPrivately, owner, member }) => ({
      params: { id: await sendPrivately(owner, member) },
      body: { emoji: '👍', on: true },
    }),
  },
  'GET /messages/:id/reactions': {
    'in a room': async ({ room, sendInRoom, owner }) => ({
      params: { id: await sendInRoom(await room(), owner) },
      query: {},
    }),
    'in a private chat': async ({ sendPrivately, owner, member }) => ({
      params: { id: await sendPrivately(owner, member) },
      query: {},
    }),
  },
};

/** Drafts for the owner’s room, and for private chats with the owner. */
export const draftsScenes: ScenesOf<typeof draftsRoutes> = {
  'PUT /drafts': {
    'for the room': async ({ room }) => ({ body: { group_id: await room(), text: 'not sent' } }),
    'for a private chat with the owner': async ({ owner }) => ({
      body: { recipient: owner.username, text: 'not sent' },
    }),
  },
  'GET /drafts': { 'one’s own': async () => ({}) },
};

/** Gifts in the owner’s room. */
export const giftsScenes: ScenesOf<typeof giftsRoutes> = {
  'POST /groupchat/groups/send-gift': async ({ room, peerOf, give }, caller) => {
    if (caller.person && caller.role !== 'guest') await give(caller.person, 10);
    const recipient = peerOf(caller).username;
    return { body: { group_id: await room(), recipient_username: recipient, gift_type: 'like' } };
  },
};
