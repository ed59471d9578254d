import { GROUP_LIST_LIMIT, TOP_ROOMS_LIMIT, type Group } from '@adda/contract/rooms';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';

/** Query keys. */
export const roomKeys = {
  all: ['rooms'] as const,
  lists: ['rooms', 'list'] as const,
  list: (name: string) => ['rooms', 'list', name] as const,
  rooms: ['rooms', 'one'] as const,
  room: (groupId: string) => ['rooms', 'one', groupId] as const,
  members: (groupId: string) => ['rooms', 'members', groupId] as const,
  membersFound: (groupId: string, words: string) => ['rooms', 'members', groupId, words] as const,
  member: (groupId: string, username: string) => ['rooms', 'member', groupId, username] as const,
  banned: (groupId: string) => ['rooms', 'banned', groupId] as const,
  messages: (groupId: string) => ['rooms', 'messages', groupId] as const,
  catchUp: (groupId: string) => ['rooms', 'catch-up', groupId] as const,
};

/** A page of a list of rooms. */
export type GroupsPage = CallOutput<'GET /groupchat/groups'>;

/** The most active rooms, requested as RO-06 specifies. */
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

/** The rooms of the user: the first ones of the whole list (GC-66, X-54). */
export const myRooms = () =>
  queryOptions({
    queryKey: roomKeys.list('mine'),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups', { query: { page: 1, limit: GROUP_LIST_LIMIT }, signal }),
    select: (page: GroupsPage) => page.groups.filter((group) => group.is_member),
    refetchInterval: 60_000,
  });

/** Rooms whose name contains `words`; the previous result stays until the next one arrives. */
export const searchRooms = (words: string) =>
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

/** A room by its id; data of a list is shown until the response arrives. */
export const oneRoom = (client: QueryClient, groupId: string) =>
  queryOptions({
    queryKey: roomKeys.room(groupId),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups/:id', { params: { id: groupId }, signal, landing: '/error' }),
    placeholderData: () => roomInLists(client, groupId),
    refetchInterval: 60_000,
  });

/** Updates the cached data of a room, also in the lists. */
export function patchRoom(client: QueryClient, groupId: string, change: (group: Group) => Group): void {
  const changed = (group: Group): Group => (group.group_id === groupId ? change(group) : group);
  client.setQueryData<Group>(roomKeys.room(groupId), (group) => group && change(group));
  client.setQueriesData<GroupsPage>(
    { queryKey: roomKeys.lists },
    (page) => page && { ...page, groups: page.groups.map(changed) },
  );
}
