import type { Permission } from '@adda/contract/rooms';
import type { Client } from '../test/client.ts';
import type { Person } from './talk.ts';

/** Permissions of members, by index in the list; the creator has index 0. */
const GRANTS: readonly (readonly [place: number, permissions: Permission[]])[] = [
  [1, ['can_kick', 'can_ban']],
  [3, ['can_kick']],
  [5, ['can_ban']],
];

/**
 * Grants permissions to some members and bans one or two members who never write: one by the creator, one by a
 * moderator. Skips changes of an earlier run.
 */
export async function govern(
  client: Client,
  room: { readonly n: number; readonly groupId: string },
  members: readonly Person[],
  strangers: readonly Person[],
): Promise<void> {
  const [creator, deputy] = members;
  if (!creator) return;
  for (const [place, permissions] of GRANTS) {
    const username = members[place]?.username;
    if (username === undefined) continue;
    const body = { group_id: room.groupId, username, permissions };
    const { status } = await client('POST /groupchat/groups/grant-permission', { body }, creator);
    if (status !== 200) throw new Error(`Permissions of ${username} were not granted: ${status}.`);
  }
  const unwanted = strangers.slice(0, 1 + (room.n % 2));
  for (const [index, { username }] of unwanted.entries()) {
    const body = { group_id: room.groupId, username };
    const answer = await client(
      'POST /groupchat/groups/ban',
      { body },
      index === 1 && deputy ? deputy : creator,
    );
    if (answer.status !== 200 && answer.error.code !== 'already_banned')
      throw new Error(`${username} was not banned: ${answer.error.code}.`);
  }
}
