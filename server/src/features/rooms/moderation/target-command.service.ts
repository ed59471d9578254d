import type { ErrorCode } from '@adda/contract';
import type { RoomAction } from '@adda/contract/rooms';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { requireRoom } from '../rooms.policy.ts';
import { findCandidates } from './room-moderation.repository.ts';
import type { Act, Candidate } from './room-moderation.repository.ts';
import { auditInRoom } from './room-audit.service.ts';
import type { TargetStatus } from '../rooms.policy.ts';
import { lockRoom } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';
import { resolveTarget, usernamesFor } from '../members/typed-names.policy.ts';

/** The room and the target of a command; the name in lower case. */
export type TargetInput = { readonly group_id: string; readonly username: string };

/** What a command on one person needs, refuses and does. */
export type TargetCommand = {
  readonly action: RoomAction;
  /** How the audit names it. */
  readonly deed: 'room_kick' | 'room_ban' | 'room_unban' | 'room_grant' | 'room_revoke';
  /** Further details of the audit entry. */
  readonly details?: Readonly<Record<string, string>>;
  /** Whom the command can be about; decides where a typed name may mean two people. */
  readonly concerns: (person: Candidate) => boolean;
  readonly refuse: (target: TargetStatus) => ErrorCode | undefined;
  readonly execute: (tx: Tx, act: Act, target: Candidate) => Promise<void>;
};

/** Throws `not_authorized` unless the room's viewer may do this. */
export function requireAction({ group }: Room, action: RoomAction): void {
  if (!group.allowed_actions.includes(action)) throw appError('not_authorized');
}

/**
 * Locks a room for somebody who may do this in it, so that rights and memberships hold until the end. Throws
 * `invalid_group_id`, `group_not_found` or `not_authorized`.
 */
export async function lockAllowed(tx: Tx, actor: Actor, groupId: string, action: RoomAction): Promise<Room> {
  const room = await requireRoom(groupId, () => lockRoom(tx, groupId, actor.userId));
  requireAction(room, action);
  return room;
}

/**
 * Carries out a command on one person in one transaction, which the audit notes (SV-105). Checks in the order of the answers: the room, the
 * right, the name, the person (SV-29).
 */
export async function commandOnTarget(
  { transaction }: Pick<Database, 'transaction'>,
  actor: Actor,
  { group_id: groupId, username }: TargetInput,
  command: TargetCommand,
): Promise<void> {
  await transaction(async (tx) => {
    const { conversationId, creatorId, group } = await lockAllowed(tx, actor, groupId, command.action);
    if (username === '') throw appError('username_missing');
    const candidates = await findCandidates(tx, conversationId, usernamesFor(username));
    const target = resolveTarget(username, candidates, command.concerns);
    if (!target) throw appError('user_not_found');
    const { userId } = target;
    const isSelf = userId === actor.userId;
    const refusal = command.refuse({ ...target, isSelf, isCreator: userId === creatorId });
    if (refusal) throw appError(refusal);
    await command.execute(tx, { conversationId, userId, by: actor.userId }, target);
    await auditInRoom(tx, actor, command.deed, { group, userId }, command.details);
  });
}
