import type { Client } from '../test/client.ts';
import { say, withSocket } from './private-socket.ts';
import type { Person } from './talk.ts';
import { line, type Thread } from './thread.ts';
import { isOpenToAll } from './who-may-write.ts';

/** Threads of private chats; the first speaker began the chat. */

const privateThreads: readonly Thread[] = [
  [
    line(0, 'did you get home ok?'),
    line(1, 'yes! the last train was empty, I had a whole row'),
    line(0, 'luxury. text me when you wake up'),
    line(1, 'good morning from the other side of noon ☀️'),
  ],
  [
    line(0, 'I saved you the window seat for Saturday'),
    line(1, 'you are a saint'),
    line(0, 'a saint who wants half of your fries'),
    line(1, 'this is what it looks like from there, by the way', { picture: 'skyline' }),
    line(0, 'ok all of the fries'),
  ],
  [
    line(0, 'be honest, was my speech too long'),
    line(1, 'it was perfect until minute nine'),
    line(0, 'it was eight minutes'),
    line(1, 'exactly'),
  ],
  [
    line(0, 'interview is done!!'),
    line(1, 'AND'),
    line(0, 'they laughed at my joke and then at my salary'),
    line(1, 'one out of two. chai on me tonight'),
    line(0, 'make it two chais'),
  ],
  [
    line(0, 'are you coming on Sunday'),
    line(1, 'is there biryani'),
    line(0, 'there is always biryani'),
    line(1, 'then why do you ask'),
  ],
  [
    line(0, 'I found your umbrella'),
    line(1, 'which one'),
    line(0, 'how many are missing'),
    line(1, 'I would rather not say'),
  ],
];

/** Last messages of some chats, which stay unread. */
const unreadLines: readonly string[] = [
  'call me when you are free?',
  'ok you have to see this',
  'are you up',
  'bring a jacket tomorrow, trust me',
];

/** Number of users with whom the first user has a private chat. */
const FRIENDS = 12;
/** Number of them whose last message stays unread. */
export const UNREAD = 4;
/** Number of further pairs with a private chat. */
const OTHER_PAIRS = 20;

/** Returns the users with whom the first user has a private chat. */
export const friendsOf = (people: readonly Person[]): Person[] => people.slice(1, 1 + FRIENDS);

type Place = { readonly url: string; readonly client: Client };

/**
 * Creates private chats: the first user with some friends, and other pairs. Messages of an earlier run stay unchanged. In few
 * users many whispers are between the same two, so they have to know each other before the rooms talk (MR-01).
 */
export async function talkPrivately(url: string, people: readonly Person[]): Promise<void> {
  const [host, ...others] = people;
  if (!host) return;
  for (const [n, friend] of friendsOf(people).entries()) await converse(url, [friend, host], n);
  for (const [n, one] of others.slice(FRIENDS, FRIENDS + OTHER_PAIRS).entries()) {
    const place = (n * 7 + 3) % others.length;
    const other = others[place];
    if (other && other !== one && isOpenToAll(place + 1)) await converse(url, [one, other], n + 1);
  }
}

/** Lets the first user read everything except the last messages of a few chats, unless an earlier run did. */
export async function leaveUnread({ url, client }: Place, people: readonly Person[]): Promise<void> {
  const [host] = people;
  const waiting = friendsOf(people).slice(0, UNREAD);
  if (!host || (await isRead(client, host, waiting))) return;
  await client('POST /chat/mark_read', { body: {} }, host);
  for (const [n, friend] of waiting.entries()) {
    const says = unreadLines[n % unreadLines.length] ?? '';
    await withSocket(url, friend, (socket) => say(socket, host, { says }, `seed-unread-${n}`));
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
