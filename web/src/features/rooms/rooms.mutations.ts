import { t } from '@lingui/core/macro';
import type { ChangeGroupInput, CreateGroupInput, Group, TransferInput } from '@adda/contract/rooms';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { toast } from '../../ui/toast-store.ts';
import { patchRoom, roomKeys } from './rooms.queries.ts';

/** Handles the response to joining (GC-37, GC-62, GC-64). */
export function joinProblem(error: unknown): { isMember: boolean; text: string } {
  if (!(error instanceof ApiError)) return { isMember: false, text: t`Failed to join group` };
  const isMember = error.code === 'already_a_member' || error.detail.includes('already a member');
  const isFull = error.code === 'group_full' || error.detail.includes('maximum member limit');
  if (isFull) return { isMember, text: t`Group has reached maximum member limit` };
  return { isMember, text: error.detail || t`Failed to join group` };
}

/** Shows the caller as a member of a room; `by` is 1 if they have just joined, 0 if they were one already. */
export function becameMember(client: QueryClient, groupId: string, by: number): void {
  patchRoom(client, groupId, (group) =>
    group.is_member ? group : { ...group, is_member: true, member_count: group.member_count + by },
  );
  void client.invalidateQueries({ queryKey: roomKeys.lists });
  void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
  void client.invalidateQueries({ queryKey: roomKeys.members(groupId) });
}

/**
 * Joins a room (GC-36, GC-61); a user who already is a member sees a hint and enters (GC-37). `prepare` loads what the room shows,
 * before it opens; never rejects.
 */
export const joinRoom = (client: QueryClient, prepare?: () => Promise<void>) =>
  mutationOptions({
    mutationFn: async (groupId: string): Promise<void> => {
      try {
        await api('POST /groupchat/groups/join', { body: { group_id: groupId }, landing: '/error' });
        await prepare?.();
        becameMember(client, groupId, 1);
      } catch (error) {
        const { isMember, text } = joinProblem(error);
        if (!isMember) throw error;
        toast.show(text);
        await prepare?.();
        becameMember(client, groupId, 0);
      }
    },
    onError: (error) => toast.problem(joinProblem(error).text),
  });

/** Removes cached data that only members may see. */
export function clearMemberData(client: QueryClient, groupId: string): void {
  patchRoom(client, groupId, (group) => ({
    ...group,
    is_member: false,
    permissions: [],
    allowed_actions: [],
  }));
  client.removeQueries({ queryKey: roomKeys.messages(groupId) });
  client.removeQueries({ queryKey: roomKeys.preview(groupId) });
  client.removeQueries({ queryKey: roomKeys.catchUp(groupId) });
  client.removeQueries({ queryKey: roomKeys.members(groupId) });
  client.removeQueries({ queryKey: roomKeys.banned(groupId) });
  void client.invalidateQueries({ queryKey: roomKeys.lists });
}

const leaveKey = (groupId: string) => ['rooms', 'leave', groupId];

/** Leaves a room (GC-41, GC-65). */
export const leaveRoom = (groupId: string) =>
  mutationOptions({
    mutationKey: leaveKey(groupId),
    mutationFn: () => api('POST /groupchat/groups/leave', { body: { group_id: groupId }, landing: '/error' }),
    onError: (error) =>
      toast.problem(error instanceof ApiError ? error.message : t`You couldn't leave just now. Try again.`),
  });

/** Whether the user is leaving in this tab, which then shows its own message. */
export const isLeaving = (client: QueryClient, groupId: string): boolean =>
  client.isMutating({ mutationKey: leaveKey(groupId) }) > 0;

/** Creates a room; resolves with its id (SV-24). */
export const createRoom = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (input: CreateGroupInput): Promise<string> => {
      const { group_id: groupId } = await api('POST /groupchat/groups/create', { body: input });
      void client.invalidateQueries({ queryKey: roomKeys.lists });
      return groupId;
    },
  });

/** Hands a room over to a member (GR-05). */
export async function handRoomOver(
  client: QueryClient,
  groupId: string,
  body: TransferInput,
): Promise<{ message: string }> {
  const answer = await api('POST /groupchat/groups/:id/transfer', { params: { id: groupId }, body });
  void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
  void client.invalidateQueries({ queryKey: roomKeys.members(groupId) });
  return answer;
}

/** Changes the settings of a room; resolves with the room as it is now (GR-01). */
export async function changeRoom(
  client: QueryClient,
  groupId: string,
  body: ChangeGroupInput,
): Promise<Group> {
  const changed = await api('PATCH /groupchat/groups/:id', {
    params: { id: groupId },
    body,
    landing: '/error',
  });
  patchRoom(client, groupId, (group) => ({ ...group, ...changed }));
  void client.invalidateQueries({ queryKey: roomKeys.lists });
  return changed;
}

/** Deletes a room permanently (GM-29, SV-32). */
export const deleteRoom = (client: QueryClient, groupId: string) =>
  mutationOptions({
    mutationFn: async (): Promise<void> => {
      await api('POST /groupchat/groups/delete', { body: { group_id: groupId }, landing: '/error' });
      clearMemberData(client, groupId);
    },
  });
