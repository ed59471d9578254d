import { TOP_ROOMS_LIMIT, type Group } from '@adda/contract/rooms';
import type { Mute } from '@adda/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { keptOffline } from '../../platform/offline-fallback.ts';

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
  preview: (groupId: string) => ['rooms', 'preview', groupId] as const,
  messages: (groupId: string) => ['rooms', 'messages', groupId] as const,
  catchUp: (groupId: string) => ['rooms', 'catch-up', groupId] as const,
};

/** A page of a list of rooms. */
export type GroupsPage = CallOutput<'GET /groupchat/groups'>;

/** The rooms in which most people talk now and the user is not, requested as RO-06, GR-08 and HM-03 specify. */
export const topRooms = () =>
  queryOptions({
    queryKey: roomKeys.list('top'),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups', {
        query: { page: 1, limit: TOP_ROOMS_LIMIT, sort_by: 'busy', order: 'desc', is_member: 'false' },
        signal,
      }),
    // A room that was just joined is in the inbox.
    select: (page: GroupsPage) => page.groups.filter((group) => !group.is_member),
    refetchInterval: 60_000,
  });

/** Rooms that the first visit shows (HM-04). */
export const LIVELY_ROOMS = 3;

/** The rooms in which most users talk now and that the user is not in (HM-04). */
export const livelyRooms = () =>
  queryOptions({
    queryKey: roomKeys.list('lively'),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups', {
        query: { page: 1, limit: LIVELY_ROOMS, sort_by: 'busy', is_member: 'false' },
        signal,
      }),
    refetchInterval: 60_000,
  });

/** What a list of rooms is limited to: words of the name, a category, a language (GR-08). */
export type RoomFilters = {
  readonly words: string;
  readonly category?: string | undefined;
  readonly language?: string | undefined;
};

/** Whether a list of rooms is limited to anything. */
export const isFiltered = ({ words, category, language }: RoomFilters): boolean =>
  Boolean(words || category || language);

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
    meta: keptOffline,
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

/** Puts a changed muting into the cached data of a room (GR-07). */
export const muteRoom = (client: QueryClient, groupId: string, mute: Mute): void =>
  patchRoom(client, groupId, (group) => ({
    ...group,
    is_muted: mute.is_muted,
    muted_until: mute.muted_until,
  }));
