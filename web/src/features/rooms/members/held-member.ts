import type { GroupMember } from '@adda/contract/rooms';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../../../platform/api.ts';
import { roomKeys } from '../rooms.queries.ts';

/** Members as they are held: page by page, as far as somebody has scrolled. */
export type Members = InfiniteData<CallOutput<'GET /groupchat/groups/:id/members'>>;

/** What is held of one member, if anything. */
export function heldMember(client: QueryClient, groupId: string, username: string): GroupMember | undefined {
  const lists = client.getQueriesData<Members>({ queryKey: roomKeys.members(groupId) });
  for (const [, list] of lists) {
    for (const page of list?.pages ?? []) {
      const found = page.members.find((member) => member.username === username);
      if (found) return found;
    }
  }
  return undefined;
}
