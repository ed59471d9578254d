import type { GroupMember } from '@adda/contract/rooms';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../../../platform/api.ts';
import { roomKeys } from '../rooms.queries.ts';

/** Cached pages of members, as far as the user has scrolled. */
export type Members = InfiniteData<CallOutput<'GET /groupchat/groups/:id/members'>>;

/** Returns the cached data of a member, if any. */
export function cachedMember(
  client: QueryClient,
  groupId: string,
  username: string,
): GroupMember | undefined {
  const lists = client.getQueriesData<Members>({ queryKey: roomKeys.members(groupId) });
  for (const [, list] of lists) {
    for (const page of list?.pages ?? []) {
      const found = page.members.find((member) => member.username === username);
      if (found) return found;
    }
  }
  return undefined;
}
