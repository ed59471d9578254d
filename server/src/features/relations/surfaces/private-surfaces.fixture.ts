import { eventually } from '../../rooms/rooms.fixture.ts';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { fresh, type Scene, type Surface } from './scene.fixture.ts';

const REFUSED = { code: 'blocked_by_user', detail: 'You are blocked by this user' };

/** What the sender is told that is not a confirmation. */
const refusalIn = (answer: object): object | undefined =>
  'code' in answer && 'detail' in answer ? { code: answer.code, detail: answer.detail } : undefined;

/** Writes to somebody from the shell, so that no chat is open; a refusal is passed over. */
const write = ({ shell }: Scene, from: Person, { username }: Person) =>
  shell(from).send(fresh(), { recipient: username });

/** What is said in a private chat. */
const messages: readonly Surface[] = [
  {
    name: 'PC-49, R-07: a private message, in the open chat and on the shell',
    async look(scene, viewer, other) {
      await scene.chat(viewer, other);
      const content = fresh();
      const refusal = refusalIn(await (await scene.chat(other, viewer)).send(content));
      const chat = await scene.chatHasAll(viewer, other);
      const shell = await scene.shellHasAll(viewer);
      const has = (heard: readonly { content: string }[]) => heard.some((each) => each.content === content);
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
    name: 'PC-31: an image by its address, which is not even fetched',
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
        chat.heard.filter(({ event }) => event.startsWith('typing')).map(({ event }) => event);
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
    name: 'R-14: one private message, what was said before the block too',
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

/** The last message from one person to another. */
const known = new Map<string, string>();

/** What shows that somebody has written. */
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
    name: 'SV-46: the number of unread messages as it is told',
    async look(scene, viewer, other) {
      await write(scene, other, viewer);
      const { data } = await scene.client('GET /chat/unread', {}, viewer);
      const told = () => scene.shell(viewer).all('unread_count').at(-1);
      await eventually(() => {
        if (told()?.total !== data.total) throw new Error('not yet');
      });
      return other.username in (told()?.by_sender ?? {});
    },
    open: true,
    blocked: false,
  },
  {
    name: 'Q-12: a whisper that waits in a room which the viewer has not open',
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
    name: 'SV-23: that somebody goes and comes, told in the open chat',
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

/** What private chat shows. */
export const privateSurfaces: readonly Surface[] = [...messages, ...lists];
