import { privateSocket, type PrivateOutgoing } from '@adda/contract/direct';
import { io, type Socket } from 'socket.io-client';
import type { Client } from '../test/client.ts';
import { pictureUrlOf } from './picture-source.ts';
import { privateThreads, unreadLines } from './private-threads.ts';
import type { Person } from './talk.ts';
import type { Line } from './thread.ts';

/** Number of users with whom the first user has a private chat. */
const FRIENDS = 12;
/** Index of the first of them whose last messages stay unread. */
const UNREAD_FROM = 4;
/** Number of further pairs with a private chat. */
const OTHER_PAIRS = 20;

type Confirmation = PrivateOutgoing['message_confirmation'];
type Place = { readonly url: string; readonly client: Client };

/**
 * Creates private chats: the first user with some friends, and other pairs. The first user has read all messages except
 * the last ones of a few chats. Messages of an earlier run stay unchanged.
 */
export async function talkPrivately({ url, client }: Place, people: readonly Person[]): Promise<void> {
  const [host, ...others] = people;
  if (!host) return;
  const friends = others.slice(0, FRIENDS);
  const pairs = others
    .slice(FRIENDS)
    .slice(0, OTHER_PAIRS)
    .map((person, n) => [person, others[(n * 7 + 3) % others.length]] as const);
  for (const [n, friend] of friends.entries()) await converse(url, [friend, host], n);
  for (const [n, [one, other]] of pairs.entries())
    if (other && other !== one) await converse(url, [one, other], n + 1);
  const waiting = friends.slice(0, UNREAD_FROM);
  if (await isRead(client, host, waiting)) return;
  await client('POST /chat/mark_read', { body: {} }, host);
  for (const [n, friend] of waiting.entries()) {
    const says = unreadLines[n % unreadLines.length] ?? '';
    await withSocket(url, friend, (socket) => say(socket, host, { by: 0, says }, `seed-unread-${n}`));
  }
}

/** Returns whether an earlier run completed; then the unread state is left unchanged. */
async function isRead(client: Client, host: Person, waiting: readonly Person[]): Promise<boolean> {
  const { data } = await client('GET /messages/conversations', { query: { limit: '100' } }, host);
  const last = data.conversations.filter((entry) => unreadLines.includes(entry.latest_message.content));
  return waiting.length > 0 && last.length >= waiting.length;
}

/** Plays the n-th thread between two users. */
async function converse(url: string, [one, other]: readonly [Person, Person], n: number): Promise<void> {
  const thread = privateThreads[n % privateThreads.length] ?? [];
  await withSocket(url, one, (first) =>
    withSocket(url, other, async (second) => {
      for (const [place, said] of thread.entries()) {
        const isFirst = said.by === 0;
        await say(isFirst ? first : second, isFirst ? other : one, said, `seed-private-${n}-${place}`);
      }
    }),
  );
}

async function withSocket(url: string, { username, token }: Person, work: (socket: Socket) => Promise<void>) {
  const query = { token, self: username };
  const socket = io(url, { path: privateSocket.path, transports: ['websocket'], forceNew: true, query });
  try {
    await work(socket);
  } finally {
    socket.close();
  }
}

/** Sends a message and waits for its confirmation; rejects with the server's error. */
async function say(socket: Socket, to: Person, line: Line, id: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (confirmation: Confirmation) => {
    if (confirmation.clientMessageId === id) resolve();
  };
  const refuse = ({ detail }: PrivateOutgoing['error']) => reject(new Error(`“${line.says}”: ${detail}`));
  socket.on('message_confirmation', settle).on('error', refuse).on('connect_error', reject);
  socket.emit('message', {
    recipient: to.username,
    content: line.says,
    clientMessageId: id,
    ...(line.picture && { image_url: pictureUrlOf(line.picture) }),
  });
  try {
    await promise;
  } finally {
    socket.off('message_confirmation', settle).off('error', refuse).off('connect_error', reject);
  }
}
