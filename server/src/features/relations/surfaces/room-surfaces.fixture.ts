import { GIFTS } from '@adda/contract/gifts';
import { userIdOf } from '../../creators/creators.fixture.ts';
import { eventually } from '../../rooms/rooms.fixture.ts';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { giveCoins } from '../../wallet/wallet.fixture.ts';
import { fresh, type Scene, type Surface } from './scene.fixture.ts';

/** Sends a message to the room. Returns its confirmation. */
async function sendToRoom({ room }: Scene, someone: Person, content = fresh()) {
  const answer = await room(someone).send(content);
  if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
  return { content, ...answer };
}

const deleteMessage = ({ client }: Scene, someone: Person, id: string) =>
  client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, someone);

/** Live events of a room. */
const live: readonly Surface[] = [
  {
    name: 'R-07: a new room message',
    async look(scene, viewer, other) {
      const { content } = await sendToRoom(scene, other);
      const { messages } = await scene.roomHasAll(viewer);
      return messages.some((message) => message.content === content);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'Q-06: the deletion of a room message',
    async look(scene, viewer, other) {
      const { _id: id } = await sendToRoom(scene, other);
      await deleteMessage(scene, other, id);
      const { received } = await scene.roomHasAll(viewer);
      const deletions = received.filter(({ event }) => event === 'message_deleted');
      return deletions.some(({ payload }) => Object(payload).message_ids.includes(id));
    },
    open: true,
    blocked: false,
  },
  {
    name: 'X-35: a whisper to the viewer',
    async look(scene, viewer, other) {
      const words = fresh();
      const answer = await scene.room(other).send(`@${viewer.username} ${words}`);
      const { messages } = await scene.roomHasAll(viewer);
      const isReceived = messages.some(({ content }) => content.endsWith(words));
      return 'code' in answer ? { detail: answer.detail, isReceived } : { isReceived };
    },
    open: { isReceived: true },
    blocked: { detail: 'You are blocked by this user', isReceived: false },
  },
  {
    name: 'RT-13: typing in the room',
    async look(scene, viewer, other) {
      const hints = () =>
        scene
          .room(viewer)
          .received.filter(
            ({ event, payload }) => event.startsWith('typing') && Object(payload).username === other.username,
          );
      const before = hints().length;
      const { socket } = scene.room(other);
      socket.emit('typing_start', { group_id: scene.groupId });
      socket.emit('typing_stop', { group_id: scene.groupId });
      await sendToRoom(scene, other); // goes after them
      await scene.roomHasAll(viewer);
      return hints()
        .slice(before)
        .map(({ event }) => event);
    },
    open: ['typing_start', 'typing_stop'],
    blocked: [],
  },
  {
    name: 'RT-10, SV-23: online status events in the room',
    async look(scene, viewer, other) {
      const statuses = (someone: Person) =>
        scene
          .room(someone)
          .received.filter(
            ({ event, payload }) => event === 'user_status' && Object(payload).username === other.username,
          )
          .map(({ payload }) => Object(payload).is_online);
      const [seen, witnessed] = [statuses(viewer).length, statuses(scene.zed).length];
      scene.leave(other);
      await eventually(() => {
        if (statuses(scene.zed).slice(witnessed).at(-1) !== false) throw new Error('not yet');
      });
      await scene.arrive(other);
      await eventually(() => {
        if (statuses(scene.zed).slice(witnessed).at(-1) !== true) throw new Error('not yet');
      });
      await scene.roomHasAll(viewer);
      return statuses(viewer).slice(seen);
    },
    open: [false, true],
    blocked: [],
  },
];

/** Messages read from the database. */
const stored: readonly Surface[] = [
  {
    name: 'SV-36: the history of the room, including messages from before the block',
    async look(scene, viewer, other) {
      await sendToRoom(scene, other);
      const { data } = await scene.history(viewer, scene.groupId);
      return data.messages.some(({ sender }) => sender === other.username);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'R-04: catching up in the room without a gap',
    async look(scene, viewer, other) {
      const { sequence } = await sendToRoom(scene, other);
      const { data } = await scene.history(viewer, scene.groupId, { after_sequence: sequence - 1 });
      return { isThere: data.messages.length === 1, isChecked: data.last_sequence >= sequence };
    },
    open: { isThere: true, isChecked: true },
    blocked: { isThere: false, isChecked: true },
  },
  {
    name: 'Q-06: deletions, read later',
    async look(scene, viewer, other) {
      const { _id: id, sequence } = await sendToRoom(scene, other);
      const { data: before } = await scene.history(viewer, scene.groupId);
      await deleteMessage(scene, other, id);
      const query = { after_sequence: before.last_sequence, after_revision: before.revision };
      const { data } = await scene.history(viewer, scene.groupId, query);
      return { deleted: data.deleted_sequences.includes(sequence), isNewer: data.revision > before.revision };
    },
    open: { deleted: true, isNewer: true },
    blocked: { deleted: false, isNewer: true },
  },
  {
    name: 'R-14: one message of the room',
    async look(scene, viewer, other) {
      const { _id: id } = await sendToRoom(scene, other);
      const answer = await scene.client('GET /groupchat/messages/:id', { params: { id } }, viewer);
      return answer.status === 200 ? 200 : answer.error;
    },
    open: 200,
    blocked: { code: 'message_not_found', detail: 'This message is not here any more' },
  },
  {
    name: 'R-07: a new connection to the room: messages and typing',
    async look(scene, viewer, other) {
      const room = await scene.connect(viewer, scene.groupId);
      const { socket } = scene.room(other);
      socket.emit('typing_start', { group_id: scene.groupId });
      socket.emit('typing_stop', { group_id: scene.groupId });
      const { content } = await sendToRoom(scene, other);
      const mark = await sendToRoom(scene, scene.zed);
      await eventually(() => {
        if (!room.messages.some(({ sequence }) => sequence === mark.sequence)) throw new Error('not yet');
      });
      room.socket.disconnect();
      const isTyping = room.received.some(({ event }) => event === 'typing_start');
      return { isDelivered: room.messages.some((message) => message.content === content), isTyping };
    },
    open: { isDelivered: true, isTyping: true },
    blocked: { isDelivered: false, isTyping: false },
  },
];

/** Sends a gift in the room. Returns its id or the refusal. */
async function sendGift({ client, database, groupId }: Scene, by: Person, to: Person) {
  await giveCoins(database, await userIdOf(database, by), GIFTS.kiss.cost);
  const body = { group_id: groupId, recipient_username: to.username, gift_type: 'kiss' };
  const answer = await client('POST /groupchat/groups/send-gift', { body }, by);
  return answer.status === 200 ? { giftId: answer.data.gift_id } : { refusal: answer.error };
}

/** Returns whether the viewer received the event of a gift between two other users. */
async function receivesGift(scene: Scene, viewer: Person, by: Person, to: Person): Promise<boolean> {
  const { giftId } = await sendGift(scene, by, to);
  if (giftId === undefined) throw new Error('The gift was refused');
  const { received } = await scene.roomHasAll(viewer);
  return received.some(({ event, payload }) => event === 'gift_sent' && Object(payload).gift_id === giftId);
}

/** Gifts in a room. */
const gifts: readonly Surface[] = [
  {
    name: 'GI-08: a gift to the other',
    async look(scene, viewer, other) {
      return (await sendGift(scene, viewer, other)).refusal;
    },
    open: undefined,
    blocked: { code: 'blocked_by_user', detail: 'You are blocked by this user' },
  },
  {
    name: 'GI-03: a gift of the other to a third user',
    look: (scene, viewer, other) => receivesGift(scene, viewer, other, scene.zed),
    open: true,
    blocked: false,
  },
  {
    name: 'GI-03: a gift of a third user to the other',
    look: (scene, viewer, other) => receivesGift(scene, viewer, scene.zed, other),
    open: true,
    blocked: false,
  },
];

/** Surfaces of rooms. */
export const roomSurfaces: readonly Surface[] = [...live, ...stored, ...gifts];
