import { t } from '@lingui/core/macro';
import type { Group, GroupMember, Permission, RoomAction } from '@adda/contract/rooms';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast-store.ts';
import { cachedMember } from './cached-member.ts';
import { may } from '../room-rights.ts';
import { roomKeys } from '../rooms.queries.ts';

/** The actions of moderators on users (GM-04). */
export const manageActions = ['kick', 'ban', 'timeout', 'unban', 'grant', 'revoke'] as const;

/** An action of {@link manageActions}. */
export type ManageAction = (typeof manageActions)[number];

/** The actions that the user may take in a room: lifting a ban is allowed with banning, revoking with granting. */
export const allowedManageActions = (group: Group): readonly ManageAction[] =>
  manageActions.filter((action) => may(group, roomActions[action]));

const roomActions = {
  kick: 'kick',
  ban: 'ban',
  timeout: 'time_out',
  unban: 'ban',
  grant: 'grant',
  revoke: 'grant',
} as const satisfies Record<ManageAction, RoomAction>;

/** Whether an action changes permissions. */
export const isAboutPermissions = (action: ManageAction | undefined): boolean =>
  action === 'grant' || action === 'revoke';

/** Whether an action takes a reason, which only the target reads (GR-06). */
export const takesReason = (action: ManageAction | undefined): boolean =>
  action === 'kick' || action === 'ban' || action === 'timeout';

/** An action and its target; `permissions` for granting and revoking, `minutes` for a timeout. */
export type ManageCommand = {
  readonly groupId: string;
  readonly action: ManageAction;
  readonly username: string;
  readonly permissions: readonly Permission[];
  /** Empty for none. */
  readonly reason?: string;
  /** 0 ends a timeout. */
  readonly minutes?: number;
};

/** A member from any cached list or request; undefined if unknown. */
export const findMember = (client: QueryClient, groupId: string, username: string): GroupMember | undefined =>
  cachedMember(client, groupId, username) ??
  client.getQueryData<GroupMember | null>(roomKeys.member(groupId, username)) ??
  undefined;

/** The text of a failed command. */
export const problemText = (error: Error): string =>
  error instanceof ApiError ? error.message : t`Something went wrong. Please try again.`;

function send(command: ManageCommand): Promise<{ message: string }> {
  const { groupId, action, username, permissions, reason = '', minutes = 0 } = command;
  const landing = '/error';
  const target = { group_id: groupId, username };
  const body = { ...target, permissions: [...permissions] };
  const removal = { ...target, ...(reason !== '' && { reason }) };
  switch (action) {
    case 'kick':
      return api('POST /groupchat/groups/kick', { body: removal, landing });
    case 'ban':
      return api('POST /groupchat/groups/ban', { body: removal, landing });
    case 'timeout':
      return api('POST /groupchat/groups/timeout', { body: { ...removal, minutes }, landing });
    case 'unban':
      return api('POST /groups/:id/unban', { params: { id: groupId }, body: { username }, landing });
    case 'grant':
      return api('POST /groupchat/groups/grant-permission', { body, landing });
    case 'revoke':
      return api('POST /groupchat/groups/revoke-permission', { body, landing });
  }
}

/** The command that undoes a command; undefined if there is none. `before` are the member's previous permissions. */
function inverseOf(command: ManageCommand, before: readonly Permission[]): ManageCommand | undefined {
  if (command.action === 'ban') return { ...command, action: 'unban' };
  if (command.action === 'revoke' && before.length > 0)
    return { ...command, action: 'grant', permissions: before };
  if (command.action !== 'grant') return undefined;
  return before.length > 0
    ? { ...command, permissions: before }
    : { ...command, action: 'revoke', permissions: command.permissions };
}

/** Refetches the data that a command changes; an admin who is not a member receives no events. */
function refetch(client: QueryClient, { groupId, action, username }: ManageCommand): void {
  const isMember = client.getQueryData<Group>(roomKeys.room(groupId))?.is_member ?? false;
  void client.invalidateQueries({ queryKey: roomKeys.member(groupId, username) });
  if (action === 'ban' || action === 'unban') {
    void client.invalidateQueries({ queryKey: roomKeys.banned(groupId) });
  }
  if (!isMember) void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
}

/**
 * Executes a command of a moderator and shows the server's response, with Undo for a ban and for changed rights (GM-16 to GM-31).
 * Throws ApiError; `api` itself refreshes a stale session once (GM-32).
 */
export async function runManageCommand(client: QueryClient, command: ManageCommand): Promise<void> {
  const before = findMember(client, command.groupId, command.username)?.permissions ?? [];
  const { message } = await send(command);
  refetch(client, command);
  const undo = inverseOf(command, before);
  toast.show(message, {
    tone: 'success',
    action: undo && { label: t`Undo`, onPress: () => void undoCommand(client, undo) },
  });
}

/** Makes a member a moderator with every right that can be given, or takes all of them back; both can be undone (HM-11). */
export async function setModerator(
  client: QueryClient,
  { groupId, username, on }: { groupId: string; username: string; on: boolean },
): Promise<void> {
  const permissions: readonly Permission[] = ['can_kick', 'can_ban'];
  try {
    await runManageCommand(client, { groupId, action: on ? 'grant' : 'revoke', username, permissions });
  } catch (error) {
    toast.problem(error instanceof Error ? problemText(error) : String(error));
  }
}

async function undoCommand(client: QueryClient, command: ManageCommand): Promise<void> {
  try {
    const { message } = await send(command);
    refetch(client, command);
    toast.success(message);
  } catch (error) {
    toast.problem(error instanceof Error ? problemText(error) : String(error));
  }
}
