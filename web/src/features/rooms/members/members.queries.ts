import { BANNED_PAGE, MEMBERS_PAGE, type BannedUser, type GroupMember } from '@adda/contract/rooms';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api, type CallOutput } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { cachedMember, type Members } from './cached-member.ts';
import { roomKeys } from '../rooms.queries.ts';

type MembersPage = Members['pages'][number];
type BannedPage = CallOutput<'GET /groups/:id/banned-users'>;

const readMembers = (groupId: string, query: { skip: number; search?: string }, signal: AbortSignal) =>
  api('GET /groupchat/groups/:id/members', {
    params: { id: groupId },
    query: { limit: MEMBERS_PAGE, ...query },
    signal,
    landing: '/error',
  });

/** Number of rows before the next page; undefined if there is none. */
const nextSkip = (lengths: readonly number[], total: number): number | undefined => {
  const held = lengths.reduce((sum, length) => sum + length, 0);
  return lengths.at(-1) !== 0 && held < total ? held : undefined;
};

/**
 * Members of a room in pages, its creator first (SV-35); only those whose name starts with `words` if there are any.
 * Events keep the pages up to date, so that a long list is not refetched on every window focus.
 */
export const roomMembers = (groupId: string, words = '') =>
  infiniteQueryOptions({
    queryKey: words === '' ? roomKeys.members(groupId) : roomKeys.membersFound(groupId, words),
    initialPageParam: 0,
    queryFn: ({ pageParam: skip, signal }) =>
      readMembers(groupId, words === '' ? { skip } : { skip, search: words }, signal),
    getNextPageParam: (last: MembersPage, pages) =>
      nextSkip(
        pages.map((page) => page.members.length),
        last.total_count,
      ),
    staleTime: Infinity,
    meta: showsPeople,
    placeholderData: words === '' ? undefined : keepPreviousData,
  });

/** Every loaded member once; members who joined while pages loaded may be in two pages. */
export function membersOf(data: Members | undefined): readonly GroupMember[] {
  const byName = new Map<string, GroupMember>();
  for (const page of data?.pages ?? []) {
    for (const member of page.members) byName.set(member.username, member);
  }
  return [...byName.values()];
}

/** A member of a room; null for a user who is not a member. */
export const oneMember = (client: QueryClient, groupId: string, username: string) =>
  queryOptions({
    queryKey: roomKeys.member(groupId, username),
    queryFn: async ({ signal }): Promise<GroupMember | null> => {
      const page = await readMembers(groupId, { skip: 0, search: username }, signal);
      return page.members.find((member) => member.username === username) ?? null;
    },
    placeholderData: () => cachedMember(client, groupId, username),
    meta: showsPeople,
  });

/** The banned users of a room, for members who may ban (GM-15, GM-23). */
export const bannedUsers = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: roomKeys.banned(groupId),
    initialPageParam: 0,
    queryFn: ({ pageParam: skip, signal }) =>
      api('GET /groups/:id/banned-users', {
        params: { id: groupId },
        query: { skip, limit: BANNED_PAGE },
        signal,
        landing: '/error',
      }),
    getNextPageParam: (last: BannedPage, pages) =>
      nextSkip(
        pages.map((page) => page.banned_users.length),
        last.total_count,
      ),
  });

/** Every loaded banned user once. */
export function bannedOf(data: InfiniteData<BannedPage> | undefined): readonly BannedUser[] {
  const all = data?.pages.flatMap((page) => page.banned_users) ?? [];
  return [...new Map(all.map((person) => [person.username, person])).values()];
}
