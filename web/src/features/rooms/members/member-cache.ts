import { isGuestName } from '@adda/contract/accounts';
import type { GroupMember } from '@adda/contract/rooms';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { heldMember, type Members } from './held-member.ts';
import { roomKeys } from '../rooms.queries.ts';

type Change = (members: readonly GroupMember[]) => readonly GroupMember[];

/** Pages of a list that are read again after a lost connection; what is further down comes with scrolling. */
const REREAD_PAGES = 2;

/** A member who has just come in. */
export const newcomer = (username: string): GroupMember => ({
  username,
  profile_image_url: null,
  is_online: true,
  is_creator: false,
  is_guest: isGuestName(username),
  is_admin: false,
  permissions: [],
});

/** The list with one change; pages that it does not touch stay the same objects. */
function changed(list: Members, by: number, change: Change): Members {
  const pages = list.pages.map((page) => {
    const members = change(page.members);
    return members === page.members && by === 0
      ? page
      : { members: [...members], total_count: Math.max(0, page.total_count + by) };
  });
  return { ...list, pages };
}

const without =
  (username: string): Change =>
  (members) =>
    members.some((member) => member.username === username)
      ? members.filter((member) => member.username !== username)
      : members;

const holds = (list: Members, username: string): boolean =>
  list.pages.some((page) => page.members.some((member) => member.username === username));

/** Changes everything held at an address and below it. What is to be read again stays so: a change is no answer. */
export function changeHeld<Held>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (held: Held) => Held,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const held = client.getQueryData<Held>(query.queryKey);
    const next = held && change(held);
    if (next === undefined || next === held) continue;
    const { isInvalidated } = query.state;
    client.setQueryData(query.queryKey, next);
    if (isInvalidated) query.invalidate();
  }
}

/** Changes what is held of one member, also in what a search has found. */
export function changeMember(
  client: QueryClient,
  groupId: string,
  username: string,
  change: (member: GroupMember) => GroupMember,
): void {
  changeHeld<Members>(client, roomKeys.members(groupId), (list) =>
    holds(list, username)
      ? changed(list, 0, (members) =>
          members.some((member) => member.username === username)
            ? members.map((member) => (member.username === username ? change(member) : member))
            : members,
        )
      : list,
  );
}

/** Takes a member out of what is held; the whole list counts one less, also when they were not loaded yet. */
export function removeMember(client: QueryClient, groupId: string, username: string): void {
  const isHeld = heldMember(client, groupId, username) !== undefined;
  client.setQueriesData<Members>({ queryKey: roomKeys.members(groupId) }, (list) =>
    list && (!isHeld || holds(list, username)) ? changed(list, -1, without(username)) : list,
  );
  client.setQueryData(roomKeys.member(groupId, username), null);
}

/** Whether somebody is known to have left already: an event may come twice. */
export const isKnownGone = (client: QueryClient, groupId: string, username: string): boolean =>
  client.getQueryData(roomKeys.member(groupId, username)) === null;

/**
 * Puts a newcomer at the end of a list that is held whole; a longer one counts one more, and they come with its
 * last page. Answers whether they are new.
 */
export function addMember(client: QueryClient, groupId: string, username: string): boolean {
  const known = client.getQueryData<GroupMember | null>(roomKeys.member(groupId, username));
  if (known || heldMember(client, groupId, username)) return false;
  client.setQueryData<Members>(roomKeys.members(groupId), (list) => {
    const last = list?.pages.at(-1);
    if (!list || !last) return list;
    const held = list.pages.reduce((sum, page) => sum + page.members.length, 0);
    const isWhole = held >= last.total_count;
    return changed(list, 1, (members) =>
      isWhole && members === last.members ? [...members, newcomer(username)] : members,
    );
  });
  client.setQueryData(roomKeys.member(groupId, username), newcomer(username));
  return true;
}

/** Reads the members again without reading every page of a long list. */
export function rereadMembers(client: QueryClient, groupId: string, isShown: boolean): void {
  client.setQueriesData<Members>({ queryKey: roomKeys.members(groupId) }, (list) =>
    list && list.pages.length > REREAD_PAGES
      ? { pages: list.pages.slice(0, REREAD_PAGES), pageParams: list.pageParams.slice(0, REREAD_PAGES) }
      : list,
  );
  void client.invalidateQueries(
    { queryKey: roomKeys.members(groupId), refetchType: isShown ? 'active' : 'none' },
    { cancelRefetch: false },
  );
}
