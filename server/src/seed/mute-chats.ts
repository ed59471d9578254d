import type { Client } from '../test/client.ts';
import { expectDone } from './expect-done.ts';
import type { Person } from './talk.ts';

/** A room and the other user of a private chat. */
type Loud = { readonly groupId: string | undefined; readonly friend: Person | undefined };

/** Mutes one room and one private chat of a user without end (GR-07), unless the user has muted others since. */
export async function muteChats(client: Client, person: Person, { groupId, friend }: Loud): Promise<void> {
  const { mutes } = (await client('GET /conversations/mutes', {}, person)).data;
  const mute = async (body: { group_id: string } | { recipient: string }) =>
    expectDone(await client('POST /conversations/mute', { body }, person));
  if (groupId !== undefined && !mutes.some((each) => 'group_id' in each)) await mute({ group_id: groupId });
  if (friend && !mutes.some((each) => 'recipient' in each)) await mute({ recipient: friend.username });
}
