import type { ReportInput } from '@adda/contract/moderation';
import type { Client } from '../test/client.ts';
import { CAST } from './cast.ts';
import { expectDone } from './expect-done.ts';
import { say, withSocket } from './private-socket.ts';
import type { Person } from './talk.ts';

type Place = { readonly url: string; readonly client: Client };

const THREATS = ['I know which bus you take.', 'Answer me, or I wait for you at the stop.'];

/** Returns whether a user has reported another before. */
async function hasReported(client: Client, reporter: Person, { username }: Person): Promise<boolean> {
  for (let cursor: string | undefined; ;) {
    const { data } = await client('GET /users/me/reports', { query: { cursor } }, reporter);
    if (data.reports.some(({ about }) => about === username)) return true;
    if (data.next_cursor === null) return false;
    cursor = data.next_cursor;
  }
}

const report = async (client: Client, reporter: Person, body: ReportInput) =>
  expectDone(await client('POST /users/report', { body }, reporter));

/**
 * Creates reports: two of the first user, one about a request and one about a member of the room `groupId` (MR-06), and one
 * of another user who is threatened (MR-05), so that the queue of the console has it at the top. Each is made once.
 */
export async function reportPeople(
  place: Place,
  people: readonly Person[],
  groupId: string | undefined,
): Promise<void> {
  const { client } = place;
  const [host] = people;
  const { [CAST.pushy]: pushy, [CAST.spoiler]: spoiler } = people;
  if (host && pushy && !(await hasReported(client, host, pushy))) {
    const query = { recipient: pushy.username };
    const { messages } = (await client('GET /chat/messages', { query }, host)).data;
    await report(client, host, {
      reported_username: pushy.username,
      reason: 'I don’t know this person, who wants me to write to a number outside the app.',
      category: 'scam',
      ...(messages.length > 0 && { message_id: messages.at(-1)?._id }),
    });
  }
  if (host && spoiler && groupId !== undefined && !(await hasReported(client, host, spoiler)))
    await report(client, host, {
      reported_username: spoiler.username,
      reason: 'Writes how films end, on purpose, and insults everybody who asks for it to stop.',
      group_id: groupId,
    });
  const { [CAST.threatened]: threatened, [CAST.threatening]: threatening } = people;
  if (threatened && threatening) await reportThreat(place, threatened, threatening);
}

async function reportThreat({ url, client }: Place, reporter: Person, person: Person): Promise<void> {
  if (await hasReported(client, reporter, person)) return;
  await withSocket(url, person, async (socket) => {
    for (const [n, says] of THREATS.entries()) await say(socket, reporter, { says }, `seed-threat-${n}`);
  });
  await report(client, reporter, {
    reported_username: person.username,
    reason: 'He follows me after work and writes that he waits at my bus stop.',
    threatened: true,
  });
}
