import { randomUUID } from 'node:crypto';
import type { giftsRoutes } from '@adda/contract/gifts';
import type { draftsRoutes, messagesRoutes, mutesRoutes } from '@adda/contract/messages';
import type { invitesRoutes, outsideRoutes, roomsRoutes } from '@adda/contract/rooms';
import { makeKnown } from '../known-people.fixture.ts';
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

async function whisper({ app, room, sendInRoom, owner, member }: Stage): Promise<string> {
  // A stranger could whisper three times only (MR-01).
  await makeKnown(app.database.db, [owner, member]);
  return sendInRoom(await room(), owner, `@${member.username} between us`);
}

async function unbanned(stage: Stage) {
  const { body } = await newcomer(stage);
  await stage.ban(stage.owner, body.group_id, body);
  return { params: { id: body.group_id }, body: { username: body.username } };
}

const bannedList = async (stage: Stage) => ({ ...(await inRoom(stage)), query: {} });

const messageOfOwner = async ({ room, sendInRoom, owner }: Stage) => {
  const id = await room();
  return { params: { id, message_id: await sendInRoom(id, owner) } };
};

const permissions: ['can_kick'] = ['can_kick'];

/** Calls of rooms: the owner’s, with the member, the moderator and the member whom the owner has blocked. */
export const roomsScenes: ScenesOf<typeof roomsRoutes> = {
  'POST /groupchat/groups/create': () => ({ body: { name: `Room ${randomUUID().slice(0, 12)}` } }),
  'PATCH /groupchat/groups/:id': async (stage) => ({ ...(await inRoom(stage)), body: { topic: 'changed' } }),
  'GET /groupchat/groups': () => ({ query: {} }),
  'GET /groupchat/groups/:id': inRoom,
  'POST /groupchat/groups/join': ofRoom,
  // The room would get another owner for all scenes after it.
  'POST /groupchat/groups/leave': (stage, { role }) =>
    role === 'owner' ? newRoomInput(stage) : ofRoom(stage),
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
  'POST /groupchat/groups/timeout': {
    'a member': async (stage) => ({ body: { ...(await newcomer(stage)).body, minutes: 10 } }),
    'the owner': async (stage) => ({ body: { ...(await kickOwnerInput(stage)).body, minutes: 10 } }),
  },
  'GET /groupchat/groups/:id/log': bannedList,
  'GET /groupchat/groups/:id/pins': async (stage) => {
    const { id, message_id: messageId } = (await messageOfOwner(stage)).params;
    const pin = { params: { id, message_id: messageId } };
    await stage.client('POST /groupchat/groups/:id/pins/:message_id', pin, stage.owner);
    return {
      params: { id },
      shows: ({ pins }) => (pins.length > 0 ? 'with the owner’s words' : 'without the owner’s words'),
    };
  },
  'POST /groupchat/groups/:id/pins/:message_id': {
    'of the owner': messageOfOwner,
    'the owner’s whisper to the member': async (stage) => ({
      params: { id: await stage.room(), message_id: await whisper(stage) },
    }),
  },
  'DELETE /groupchat/groups/:id/pins/:message_id': messageOfOwner,
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
  'POST /groupchat/groups/:id/transfer': async (stage) => {
    const { body } = await newcomer(stage);
    const { data } = await stage.client(
      'GET /groupchat/groups/:id',
      { params: { id: body.group_id } },
      stage.owner,
    );
    return {
      params: { id: body.group_id },
      body: { username: body.username, confirm_name: data.name },
    };
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

const inviteOf = async ({ client, room, owner }: Stage) => {
  const params = { id: await room() };
  const { data } = await client('POST /groupchat/groups/:id/invites', { params, body: {} }, owner);
  return { ...params, code: data.code };
};

/** Invitations to the owner’s room, made by the owner. */
export const invitesScenes: ScenesOf<typeof invitesRoutes> = {
  'POST /groupchat/groups/:id/invites': {
    'a link': async (stage) => ({ ...(await inRoom(stage)), body: {} }),
    'for a stranger': async (stage) => ({
      ...(await inRoom(stage)),
      body: { username: (await stage.newUser()).username },
    }),
  },
  'GET /groupchat/groups/:id/invites': async (stage) => {
    await inviteOf(stage);
    return {
      ...(await inRoom(stage)),
      shows: ({ invites }) =>
        invites.some(({ created_by: by }) => by === stage.owner.username)
          ? 'with the owner’s'
          : 'without the owner’s',
    };
  },
  'DELETE /groupchat/groups/:id/invites/:code': async (stage) => ({ params: await inviteOf(stage) }),
  'GET /invites/:code': async (stage) => ({ params: { code: (await inviteOf(stage)).code } }),
  'POST /invites/:code/join': async (stage) => ({ params: { code: (await inviteOf(stage)).code } }),
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

/** Muting the owner’s room, and the private chat with the owner. */
export const mutesScenes: ScenesOf<typeof mutesRoutes> = {
  'GET /conversations/mutes': { 'one’s own': async () => ({}) },
  'POST /conversations/mute': {
    'the room': async ({ room }) => ({ body: { group_id: await room() } }),
    'the private chat with the owner': async ({ owner, peerOf }, caller) => ({
      body: { recipient: peerOf(caller).username ?? owner.username },
    }),
  },
};

/** Gifts in the owner’s room. */
export const giftsScenes: ScenesOf<typeof giftsRoutes> = {
  'POST /groupchat/groups/send-gift': async ({ room, peerOf, give }, caller) => {
    if (caller.person && caller.role !== 'guest') await give(caller.person, 10);
    const recipient = peerOf(caller).username;
    return { body: { group_id: await room(), recipient_username: recipient, gift_type: 'like' } };
  },
};

/** Calls about the owner’s room from outside. */
export const outsideScenes: ScenesOf<typeof outsideRoutes> = {
  'GET /groupchat/groups/:id/preview': async (stage) => {
    await stage.ownerMessage();
    return {
      ...(await inRoom(stage)),
      shows: ({ messages, people }) => {
        const isListed = people.some(({ username }) => username === stage.owner.username);
        return messages.length > 0 && isListed ? 'with the owner’s words' : 'without the owner’s words';
      },
    };
  },
  'GET /public/rooms/:id': inRoom,
};
