import type { InviteInput } from '@adda/contract/rooms';
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { becameMember } from '../rooms.mutations.ts';

/** The room that an invitation leads to, with or without a session (GR-02). */
export const invitedRoom = (code: string) =>
  queryOptions({
    queryKey: ['rooms', 'invited', code] as const,
    queryFn: ({ signal }) => api('GET /invites/:code', { params: { code }, signal }),
  });

/** Whether an invitation is not valid any more. */
export const isInviteGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invite_gone';

/** Returns the room of the answer that the user is a member already; undefined for any other error. */
function roomOfMember(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'already_a_member') return undefined;
  // The response of a room that the user is in names it (GR-02).
  const { group_id: groupId } = error.data as { group_id?: string };
  return groupId;
}

/** Joins by an invitation; resolves with the room's id, also for a user who is a member already. */
export const joinByInvite = (client: QueryClient, code: string) =>
  mutationOptions({
    mutationFn: async (): Promise<string> => {
      try {
        const { group_id: groupId } = await api('POST /invites/:code/join', { params: { code } });
        becameMember(client, groupId, 1);
        return groupId;
      } catch (error) {
        const groupId = roomOfMember(error);
        if (groupId === undefined) throw error;
        becameMember(client, groupId, 0);
        return groupId;
      }
    },
  });

const invitesKey = (groupId: string) => ['rooms', 'invites', groupId] as const;

/** The valid invitations of a room that the user may see, the newest first. */
export const roomInvites = (groupId: string) =>
  queryOptions({
    queryKey: invitesKey(groupId),
    queryFn: ({ signal }) =>
      api('GET /groupchat/groups/:id/invites', { params: { id: groupId }, signal, landing: '/error' }),
    staleTime: 0,
    meta: showsPeople,
  });

/** Makes an invitation; resolves with its code and address. */
export const makeInvite = (client: QueryClient, groupId: string) =>
  mutationOptions({
    mutationFn: (body: InviteInput) =>
      api('POST /groupchat/groups/:id/invites', { params: { id: groupId }, body, landing: '/error' }),
    onSettled: () => void client.invalidateQueries({ queryKey: invitesKey(groupId) }),
  });

/** Revokes an invitation; one that is gone already counts as revoked. */
export const revokeInvite = (client: QueryClient, groupId: string) =>
  mutationOptions({
    mutationFn: async (code: string): Promise<void> => {
      try {
        await api('DELETE /groupchat/groups/:id/invites/:code', {
          params: { id: groupId, code },
          landing: '/error',
        });
      } catch (error) {
        if (!isInviteGone(error)) throw error;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: invitesKey(groupId) }),
  });

/** The users with whom the user has private chats, the most recent first, as suggestions. */
export const knownPeople = () =>
  queryOptions({
    queryKey: ['rooms', 'known people'] as const,
    queryFn: async ({ signal }) => {
      const { conversations } = await api('GET /messages/conversations', {
        query: {},
        signal,
        landing: '/error',
      });
      return conversations.map(({ username }) => username);
    },
    meta: showsPeople,
  });
