import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { messagesOf, readBefore } from '../../messages/index.ts';
import { roomConversation } from '../messages/room-conversation.ts';
import { roomMembers } from '../members/members.queries.ts';
import { pinsOf } from '../pins/pins.queries.ts';
import { roomKeys } from '../rooms.queries.ts';

/** How often the preview is read again, in ms. */
const REFRESH_MS = 20_000;

/** A room with its last messages, before joining (HM-06). */
export const roomPreview = (groupId: string) =>
  queryOptions({
    queryKey: roomKeys.preview(groupId),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups/:id/preview', { params: { id: groupId }, signal, landing: '/error' }),
    refetchInterval: REFRESH_MS,
    meta: showsPeople,
  });

/** Loads what the open room shows first, so that it replaces the preview at once; without it the room shows that it loads. */
export async function loadRoom(client: QueryClient, groupId: string): Promise<void> {
  const code = import('../room-session.ts').catch(() => undefined);
  const conversation = roomConversation(groupId);
  // Who joins has read nothing there, so that the messages do not wait for an answer.
  client.setQueryData(readBefore(conversation).queryKey, 0);
  await Promise.all([
    client.prefetchQuery({ ...messagesOf(conversation), retry: false }),
    // Their line is above the messages, which wait for it.
    client.prefetchQuery({ ...pinsOf(groupId), retry: false }),
    // On wide screens the members are beside the messages (HM-03).
    client.prefetchInfiniteQuery({ ...roomMembers(groupId), retry: false }),
    code,
  ]);
}
