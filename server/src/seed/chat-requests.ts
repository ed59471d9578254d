import type { Client } from '../test/client.ts';
import { CAST } from './cast.ts';
import { expectDone } from './expect-done.ts';
import { say, withSocket } from './private-socket.ts';
import type { Person } from './talk.ts';

type Place = { readonly url: string; readonly client: Client };

/** What strangers write to the first user, by their index (MR-02, MR-04). The number and the shop don't exist. */
const REQUESTS: readonly (readonly [index: number, texts: readonly string[]])[] = [
  [
    CAST.seller,
    [
      'Phone cases, half price until Sunday, all colours: https://cases.example.com/sale Tell your friends too.',
    ],
  ],
  [
    CAST.pushy,
    [
      'hey, saw your picture, you seem nice',
      'why so quiet? I am hardly ever in this app',
      'write me on WhatsApp, +91 12345 67890, I have an offer for you that ends tonight',
    ],
  ],
  [
    CAST.polite,
    [
      'Hello! We are both in Rooftop Nights. Somebody said that you know where to get good masala corn after ten. ' +
        'Would you tell me? No hurry at all.',
    ],
  ],
];

const ACCEPTED = {
  says: 'Hi! Your picture of the lake made my week. Which one is it? I want to take my parents there.',
  answer: 'Thank you! The small one behind the old fort. Go early, and bring tea.',
};

const OWN = 'Hi! I keep thinking of your sketch of the tram. Do you draw for other people too?';

/** Returns whether one of two users has blocked the other since an earlier run; then nothing can be sent again. */
async function areBlocked(client: Client, one: Person, { username }: Person): Promise<boolean> {
  return (await client('GET /users/blocks/check/:username', { params: { username } }, one)).data.is_blocked;
}

/** Sends the texts of a user to another, unless there is a block; those of an earlier run are not repeated. */
async function write({ url, client }: Place, from: Person, to: Person, texts: readonly string[]) {
  if (await areBlocked(client, from, to)) return;
  await withSocket(url, from, async (socket) => {
    for (const [n, says] of texts.entries()) await say(socket, to, { says }, `seed-request-${n}`);
  });
}

/**
 * Creates the requests of the first user: three of strangers that wait, one that was accepted and answered, and one to a
 * stranger who has not answered. Leaves out those whose user does not exist.
 */
export async function askStrangers(place: Place, people: readonly Person[]): Promise<void> {
  const [host] = people;
  if (!host) return;
  for (const [index, texts] of REQUESTS) {
    const stranger = people[index];
    if (stranger) await write(place, stranger, host, texts);
  }
  const { [CAST.accepted]: friend, [CAST.silent]: silent } = people;
  if (friend) await befriend(place, friend, host);
  if (silent) await write(place, host, silent, [OWN]);
}

/** Lets the first user accept and answer a request; what was accepted in an earlier run keeps its unread messages. */
async function befriend(place: Place, friend: Person, host: Person): Promise<void> {
  const { client } = place;
  await write(place, friend, host, [ACCEPTED.says]);
  const body = { username: friend.username };
  const answer = await client('POST /chat/requests/accept', { body }, host);
  expectDone(answer, ['request_not_found']);
  if (answer.status === 200)
    expectDone(await client('POST /chat/mark_read', { body: { sender: friend.username } }, host));
  await write(place, host, friend, [ACCEPTED.answer]);
}
