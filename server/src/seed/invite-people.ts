import type { Client } from '../test/client.ts';
import type { FilledRoom } from './arrange-rooms.ts';
import { expectDone } from './expect-done.ts';
import { friendsOf } from './private-talk.ts';
import type { Person } from './talk.ts';

const LIMITED = { max_uses: 25, expires_in_hours: 30 * 24 };
const UNLIMITED = { expires_in_hours: 365 * 24 };

/** Makes two open invitations to a room, one with a limit and one without (GR-02); valid ones are not made again. */
export async function makeInvitations(client: Client, { groupId, owner }: FilledRoom): Promise<void> {
  const params = { id: groupId };
  const { invites } = (await client('GET /groupchat/groups/:id/invites', { params }, owner)).data;
  const links = invites.filter(({ username }) => username === null);
  const missing = [
    ...(links.some(({ max_uses: most }) => most !== null) ? [] : [LIMITED]),
    ...(links.some(({ max_uses: most }) => most === null) ? [] : [UNLIMITED]),
  ];
  for (const body of missing)
    expectDone(await client('POST /groupchat/groups/:id/invites', { params, body }, owner));
}

/**
 * Invites the first user by name to a room of a friend that they are not in, to the private one if there is one; a valid
 * invitation is not made again.
 */
export async function inviteFirst(
  client: Client,
  people: readonly Person[],
  rooms: readonly FilledRoom[],
): Promise<void> {
  const [host] = people;
  if (!host) return;
  const friends = friendsOf(people);
  const unknown = rooms.filter(({ owner, members }) => friends.includes(owner) && !members.includes(host));
  const room = unknown.find(({ isPrivate }) => isPrivate) ?? unknown[0];
  if (!room) return;
  const parts = { params: { id: room.groupId }, body: { username: host.username } };
  const answer = await client('POST /groupchat/groups/:id/invites', parts, room.owner);
  // Since an earlier run they may have joined or blocked each other.
  expectDone(answer, ['invited_is_member', 'user_not_found']);
}
