import type { Permission, RoomLogEntry, RoomLogKind } from '@adda/contract/rooms';
import type { Client } from '../test/client.ts';
import { CAST } from './cast.ts';
import { expectDone } from './expect-done.ts';
import type { Person } from './talk.ts';

/** The n-th room: its owner, the members who write in it, and some who never do. */
type ModeratedRoom = {
  readonly client: Client;
  readonly n: number;
  readonly groupId: string;
  readonly owner: Person;
  readonly speakers: readonly Person[];
  readonly listeners: readonly Person[];
};

/** Whether the log of a room says that something was done to a user, by an earlier run. */
type IsDone = (kind: RoomLogKind, person: Person) => boolean;

/** Permissions of members, by index in the list; the creator has index 0. */
const GRANTS: readonly (readonly [place: number, permissions: Permission[]])[] = [
  [1, ['can_kick', 'can_ban']],
  [3, ['can_kick']],
  [5, ['can_ban']],
];
const BAN_REASONS = ['Asked members for money.', 'Insulted two members, also after a warning.'];
const KICK_REASON = 'Links to a shop, three times in one evening.';
const TIMEOUT = { minutes: 3 * 24 * 60, reason: 'Spoilers on purpose, after two friendly words.' };

/**
 * Grants permissions to some members, and bans one or two who never write: one by the owner, one by a moderator. In the first
 * room one user is kicked and one has a timeout. Pins the messages, the first one last, so that it is at the top. Skips what
 * an earlier run did.
 */
export async function moderate(
  room: ModeratedRoom,
  people: readonly Person[],
  pinned: readonly string[],
): Promise<void> {
  const { client, n, groupId, owner } = room;
  const log = await readLog(room);
  const isDone: IsDone = (kind, { username }) =>
    log.some((entry) => entry.kind === kind && entry.username === username);
  await grant(room, isDone);
  await ban(room);
  if (n === 0) await restrict(room, isDone, people);
  for (const id of pinned.toReversed()) {
    const params = { id: groupId, message_id: id };
    // Somebody may have deleted it since.
    expectDone(await client('POST /groupchat/groups/:id/pins/:message_id', { params }, owner), [
      'message_not_found',
    ]);
  }
}

/** Returns the whole log of a room. */
async function readLog({ client, groupId, owner }: ModeratedRoom): Promise<RoomLogEntry[]> {
  const log: RoomLogEntry[] = [];
  for (let cursor: string | undefined; ;) {
    const parts = { params: { id: groupId }, query: { cursor } };
    const { data } = await client('GET /groupchat/groups/:id/log', parts, owner);
    log.push(...data.entries);
    if (data.next_cursor === null) return log;
    cursor = data.next_cursor;
  }
}

async function grant({ client, groupId, owner, speakers }: ModeratedRoom, isDone: IsDone): Promise<void> {
  for (const [place, permissions] of GRANTS) {
    const member = speakers[place];
    if (!member || member === owner || isDone('grant', member)) continue;
    const body = { group_id: groupId, username: member.username, permissions };
    expectDone(await client('POST /groupchat/groups/grant-permission', { body }, owner));
  }
}

async function ban({ client, n, groupId, owner, speakers, listeners }: ModeratedRoom): Promise<void> {
  const unwanted = listeners.slice(0, 1 + (n % 2));
  for (const [index, { username }] of unwanted.entries()) {
    const by = index === 1 ? (speakers[1] ?? owner) : owner;
    const body = { group_id: groupId, username, reason: BAN_REASONS[index] ?? '' };
    expectDone(await client('POST /groupchat/groups/ban', { body }, by), ['already_banned']);
  }
}

/** Kicks one user and gives another a timeout. */
async function restrict(
  { client, groupId, owner }: ModeratedRoom,
  isDone: IsDone,
  people: readonly Person[],
): Promise<void> {
  const { [CAST.seller]: seller, [CAST.spoiler]: spoiler } = people;
  if (seller && !isDone('kick', seller)) {
    const joined = await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, seller);
    expectDone(joined, ['already_a_member']);
    const body = { group_id: groupId, username: seller.username, reason: KICK_REASON };
    expectDone(await client('POST /groupchat/groups/kick', { body }, owner));
  }
  if (spoiler && !isDone('timeout', spoiler)) {
    const body = { group_id: groupId, username: spoiler.username, ...TIMEOUT };
    expectDone(await client('POST /groupchat/groups/timeout', { body }, owner));
  }
}
