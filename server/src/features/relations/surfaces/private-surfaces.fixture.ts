import { eventually } from '../../rooms/rooms.fixture.ts';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { fresh, type Scene, type Surface } from './scene.fixture.ts';

const REFUSED = { code: 'blocked_by_user', detail: 'You are blocked by this user' };

/** Returns the refusal of a message; undefined if it was confirmed. */
const refusalIn = (answer: object): object | undefined =>
  'code' in answer && 'detail' in answer ? { code: answer.code, detail: answer.detail } : undefined;

/** Sends a message from the shell, without an open chat; a refusal is ignored. */
const write = ({ shell }: Scene, from: Person, { username }: Person) =>
  shell(from).send(fresh(), { recipient: username });

/** Messages of a private chat. */
const messages: readonly Surface[] = [
  {
    name: 'PC-49, R-07: a private message, in the open chat and on the shell',
    async look(scene, viewer, other) {
      await scene.chat(viewer, other);
      const content = fresh();
      const refusal = refusalIn(await (await scene.chat(other, viewer)).send(content));
      const chat = await scene.chatHasAll(viewer, other);
      const shell = await scene.shellHasAll(viewer);
      const has = (received: readonly { content: string }[]) =>
        received.some((each) => each.content === content);
      return { refusal, chat: has(chat.all('message')), shell: has(shell.all('new_message')) };
    },
    open: { refusal: undefined, chat: true, shell: true },
    blocked: { refusal: REFUSED, chat: false, shell: false },
  },
  {
    name: 'PC-49: a private message from the shell',
    look: async (scene, viewer, other) => refusalIn(await write(scene, other, viewer)),
    open: undefined,
    blocked: REFUSED,
  },
  {
    name: 'PC-31: an image by URL, which is not fetched',
    async look(scene, viewer, other) {
      const more = { recipient: viewer.username, image_url: 'http://127.0.0.1:9/picture.png' };
      const answer = await scene.shell(other).send('', more);
      return 'code' in answer ? answer.code : 'sent';
    },
    open: 'image_url_failed',
    blocked: 'blocked_by_user',
  },
  {
    name: 'RT-20: typing in a private chat',
    async look(scene, viewer, other) {
      const chat = await scene.chat(viewer, other);
      const hints = () =>
        chat.received.filter(({ event }) => event.startsWith('typing')).map(({ event }) => event);
      const before = hints().length;
      const { socket } = await scene.chat(other, viewer);
      socket.emit('typing_start', { recipient: viewer.username });
      socket.emit('typing_stop', { recipient: viewer.username });
      await scene.chatHasAll(other, viewer);
      await scene.chatHasAll(viewer, other);
      return hints().slice(before);
    },
    open: ['typing_start', 'typing_stop'],
    blocked: [],
  },
  {
    name: 'SV-39: the history of a private chat',
    async look(scene, viewer, other) {
      await write(scene, other, viewer);
      const answer = await scene.read(viewer, other);
      return answer.status === 200 ? answer.data.messages.length > 0 : answer.error;
    },
    open: true,
    blocked: REFUSED,
  },
  {
    name: 'R-14: one private message, including one from before the block',
    async look(scene, viewer, other) {
      const answer = await write(scene, other, viewer);
      if ('_id' in answer) known.set(`${viewer.username} ${other.username}`, answer._id);
      const id = known.get(`${viewer.username} ${other.username}`) ?? '';
      return (await scene.getMessage(viewer, id)).status;
    },
    open: 200,
    blocked: 404,
  },
];

/** Id of the last message by pair of users. */
const known = new Map<string, string>();

/** Lists that contain messages of the other user. */
const lists: readonly Surface[] = [
  {
    name: 'SV-41: unread messages and their number',
    async look(scene, viewer, other) {
      await write(scene, other, viewer);
      const { data } = await scene.client('GET /chat/unread', {}, viewer);
      const isListed = data.messages.some(({ sender }) => sender === other.username);
      const sum = Object.values(data.by_sender).reduce((total, count) => total + count, 0);
      return { isListed, isCounted: other.username in data.by_sender, isSum: sum === data.total };
    },
    open: { isListed: true, isCounted: true, isSum: true },
    blocked: { isListed: false, isCounted: false, isSum: true },
  },
  {
    name: 'SV-46: the unread count event',
    async look(scene, viewer, other) {
      await write(scene, other, viewer);
      const { data } = await scene.client('GET /chat/unread', {}, viewer);
      const lastCount = () => scene.shell(viewer).all('unread_count').at(-1);
      await eventually(() => {
        if (lastCount()?.total !== data.total) throw new Error('not yet');
      });
      return other.username in (lastCount()?.by_sender ?? {});
    },
    open: true,
    blocked: false,
  },
  {
    name: 'Q-12: an unread whisper in a room that is not open',
    async look(scene, viewer, other) {
      const groupId = await scene.open(scene.zed);
      for (const someone of [viewer, other]) await scene.join(someone, groupId);
      const { send, socket } = await scene.connect(other, groupId);
      await send(`@${viewer.username} ${fresh()}`);
      socket.disconnect();
      const { data } = await scene.client('GET /chat/unread', {}, viewer);
      return data.messages.some(({ sender, group_id: room }) => sender === other.username && room !== null);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'SV-40: the conversations',
    async look(scene, viewer, other) {
      await write(scene, other, viewer);
      const { data } = await scene.client('GET /messages/conversations', { query: {} }, viewer);
      return data.conversations.some(({ username }) => username === other.username);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'SV-23: online status events in the open chat',
    async look(scene, viewer, other) {
      const [chat, witness] = [await scene.chat(viewer, other), await scene.chat(scene.zed, other)];
      const seen = chat.all('user_status').length;
      const witnessed = witness.all('user_status').length;
      const isWitnessed = (isOnline: boolean) =>
        eventually(() => {
          const last = witness.all('user_status').slice(witnessed).at(-1);
          if (last?.is_online !== isOnline) throw new Error('not yet');
        });
      scene.leave(other);
      await isWitnessed(false);
      await scene.arrive(other);
      await isWitnessed(true);
      await scene.chatHasAll(viewer, other);
      return chat
        .all('user_status')
        .slice(seen)
        .map((status) => status.is_online);
    },
    open: [false, true],
    blocked: [],
  },
];

/** Surfaces of private chats. */
export const privateSurfaces: readonly Surface[] = [...messages, ...lists];
