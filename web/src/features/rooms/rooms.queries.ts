import { isGuestName } from '@adda/contract/accounts';
import {
  GROUP_LIST_LIMIT,
  MEMBERS_PAGE,
  TOP_ROOMS_LIMIT,
  type Group,
  type GroupMember,
} from '@adda/contract/rooms';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';

/** Addresses in the query cache. */
export const roomKeys = {
  all: ['rooms'] as const,
  lists: ['rooms', 'list'] as const,
  list: (name: string) => ['rooms', 'list', name] as const,
  room: (groupId: string) => ['rooms', 'one', groupId] as const,
  members: (groupId: string) => ['rooms', 'members', groupId] as const,
  messages: (groupId: string) => ['rooms', 'messages', groupId] as const,
  catchUp: (groupId: string) => ['rooms', 'catch-up', groupId] as const,
};

type GroupsPage = CallOutput<'GET /groupchat/groups'>;
type MembersPage = CallOutput<'GET /groupchat/groups/:id/members'>;
type Members = InfiniteData<MembersPage>;

/** The busiest rooms, asked for exactly as RO-06 says. */
export const topRooms = () =>
  queryOptions({
    queryKey: roomKeys.list('top'),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups', {
        query: { page: 1, limit: TOP_ROOMS_LIMIT, sort_by: 'member_count', order: 'desc' },
        signal,
      }),
    refetchInterval: 60_000,
  });

/** The rooms opened last. */
export const newestRooms = () =>
  queryOptions({
    queryKey: roomKeys.list('newest'),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups', {
        query: { page: 1, limit: TOP_ROOMS_LIMIT, sort_by: 'created_at', order: 'desc' },
        signal,
      }),
  });

/** The rooms that the person is in: they come first in the whole list (GC-66, X-54). */
export const myRooms = () =>
  queryOptions({
    queryKey: roomKeys.list('mine'),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups', { query: { page: 1, limit: GROUP_LIST_LIMIT }, signal }),
    select: (page: GroupsPage) => page.groups.filter((group) => group.is_member),
    refetchInterval: 60_000,
  });

/** Rooms whose name has `words` in it; the last answer stays while the next one is on its way. */
export const foundRooms = (words: string) =>
  queryOptions({
    queryKey: roomKeys.list(`search ${words}`),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups', { query: { page: 1, limit: GROUP_LIST_LIMIT, search: words }, signal }),
    placeholderData: keepPreviousData,
    enabled: words !== '',
  });

function roomInLists(client: QueryClient, groupId: string): Group | undefined {
  const lists = client.getQueriesData<GroupsPage>({ queryKey: roomKeys.lists });
  for (const [, page] of lists) {
    const found = page?.groups.find((group) => group.group_id === groupId);
    if (found) return found;
  }
  return undefined;
}

/** One room; what a list says about it is shown until the answer is here. */
export const oneRoom = (client: QueryClient, groupId: string) =>
  queryOptions({
    queryKey: roomKeys.room(groupId),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups/:id', { params: { id: groupId }, signal, landing: '/error' }),
    placeholderData: () => roomInLists(client, groupId),
    refetchInterval: 60_000,
  });

/** Members of a room in pages, its creator first (SV-35). */
export const roomMembers = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: roomKeys.members(groupId),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api('GET /groupchat/groups/:id/members', {
        params: { id: groupId },
        query: { skip: pageParam, limit: MEMBERS_PAGE },
        signal,
        landing: '/error',
      }),
    getNextPageParam: (last, pages) => {
      const held = pages.reduce((sum, page) => sum + page.members.length, 0);
      return last.members.length === MEMBERS_PAGE && held < last.total_count ? held : undefined;
    },
  });

/** Every loaded member once; people who came while pages loaded may be in two. */
export function membersOf(data: Members | undefined): readonly GroupMember[] {
  const byName = new Map<string, GroupMember>();
  for (const page of data?.pages ?? []) {
    for (const member of page.members) byName.set(member.username, member);
  }
  return [...byName.values()];
}

/** Changes what is held of a room. */
export function patchRoom(client: QueryClient, groupId: string, change: (group: Group) => Group): void {
  client.setQueryData<Group>(roomKeys.room(groupId), (group) => group && change(group));
}

/** Changes the members that are held; `by` is what to add to their number. */
export function patchMembers(
  client: QueryClient,
  groupId: string,
  by: number,
  change: (members: readonly GroupMember[], isLastPage: boolean) => readonly GroupMember[],
): void {
  client.setQueryData<Members>(roomKeys.members(groupId), (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page, index) => ({
            members: [...change(page.members, index === data.pages.length - 1)],
            total_count: Math.max(0, page.total_count + by),
          })),
        }
      : data,
  );
}

/** A member who has just come in. */
export const newcomer = (username: string): GroupMember => ({
  username,
  is_online: true,
  is_creator: false,
  is_guest: isGuestName(username),
  permissions: [],
});
