import { isGuestName } from '@adda/contract/accounts';
import type { GroupMember } from '@adda/contract/rooms';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { cachedMember, type Members } from './cached-member.ts';
import { roomKeys } from '../rooms.queries.ts';

type Change = (members: readonly GroupMember[]) => readonly GroupMember[];

/** Pages of a list that are refetched after a lost connection; later pages load when the user scrolls. */
const REREAD_PAGES = 2;

/** A member who has just joined. */
export const newMember = (username: string): GroupMember => ({
  username,
  profile_image_url: null,
  is_online: true,
  is_creator: false,
  is_guest: isGuestName(username),
  is_admin: false,
  permissions: [],
});

/** Returns the list with one change; pages without a change stay the same objects. */
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

const includesMember = (list: Members, username: string): boolean =>
  list.pages.some((page) => page.members.some((member) => member.username === username));

/** Updates all cached data under a query key. Invalidated data stays invalidated: an update is not a response. */
export function updateCached<Held>(
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

/** Updates the cached data of a member, including search results. */
export function changeMember(
  client: QueryClient,
  groupId: string,
  username: string,
  change: (member: GroupMember) => GroupMember,
): void {
  updateCached<Members>(client, roomKeys.members(groupId), (list) =>
    includesMember(list, username)
      ? changed(list, 0, (members) =>
          members.some((member) => member.username === username)
            ? members.map((member) => (member.username === username ? change(member) : member))
            : members,
        )
      : list,
  );
}

/** Removes a member from the cached data; the total decreases by one, even if they were not loaded. */
export function removeMember(client: QueryClient, groupId: string, username: string): void {
  const isCached = cachedMember(client, groupId, username) !== undefined;
  client.setQueriesData<Members>({ queryKey: roomKeys.members(groupId) }, (list) =>
    list && (!isCached || includesMember(list, username)) ? changed(list, -1, without(username)) : list,
  );
  client.setQueryData(roomKeys.member(groupId, username), null);
}

/** Whether the user is known to have left: an event may arrive twice. */
export const isKnownToHaveLeft = (client: QueryClient, groupId: string, username: string): boolean =>
  client.getQueryData(roomKeys.member(groupId, username)) === null;

/**
 * Appends a new member to a list that is completely loaded; a longer one only increases the total, and the member comes
 * with its last page. Returns whether they are new.
 */
export function addMember(client: QueryClient, groupId: string, username: string): boolean {
  const known = client.getQueryData<GroupMember | null>(roomKeys.member(groupId, username));
  if (known || cachedMember(client, groupId, username)) return false;
  client.setQueryData<Members>(roomKeys.members(groupId), (list) => {
    const last = list?.pages.at(-1);
    if (!list || !last) return list;
    const held = list.pages.reduce((sum, page) => sum + page.members.length, 0);
    const isWhole = held >= last.total_count;
    return changed(list, 1, (members) =>
      isWhole && members === last.members ? [...members, newMember(username)] : members,
    );
  });
  client.setQueryData(roomKeys.member(groupId, username), newMember(username));
  return true;
}

/** Refetches the members without loading every page of a long list. */
export function refetchMembers(client: QueryClient, groupId: string, isShown: boolean): void {
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
