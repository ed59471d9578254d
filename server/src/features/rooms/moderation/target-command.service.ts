import type { ErrorCode } from '@adda/contract';
import type { RoomAction } from '@adda/contract/rooms';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { requireRoom } from '../rooms.policy.ts';
import { findCandidates } from './room-moderation.repository.ts';
import type { Act, Candidate } from './room-moderation.repository.ts';
import { recordDeed, type RoomDeed } from './room-audit.service.ts';
import type { TargetStatus } from '../rooms.policy.ts';
import { lockRoom } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';
import { resolveTarget, usernamesFor } from '../members/typed-names.policy.ts';

/** Room and target of a command; the name in lower case. */
export type TargetInput = {
  readonly group_id: string;
  readonly username: string;
  readonly reason?: string | undefined;
};

/** A command on one user: the permission it needs, its refusals and its effect. */
export type TargetCommand = {
  readonly action: RoomAction;
  /** What the audit and the room's log say. */
  readonly deed: RoomDeed;
  /** Further details of these entries. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** Whether the command can apply to a user; decides when a typed name may mean two users. */
  readonly concerns: (person: Candidate) => boolean;
  readonly refuse: (target: TargetStatus) => ErrorCode | undefined;
  /** Returns false if there was nothing to do, which is in neither the audit nor the log. */
  readonly execute: (tx: Tx, act: Act, target: Candidate) => Promise<void | boolean>;
};

/** Throws `not_authorized` unless the viewer's actions include this one. */
export function requireAction({ group }: Room, action: RoomAction): void {
  if (!group.allowed_actions.includes(action)) throw appError('not_authorized');
}

/**
 * Locks a room for a caller with permission for the action, so that permissions and memberships cannot change until the
 * commit. Throws `invalid_group_id`, `group_not_found` or `not_authorized`.
 */
export async function lockAllowed(tx: Tx, actor: Actor, groupId: string, action: RoomAction): Promise<Room> {
  const room = await requireRoom(groupId, () => lockRoom(tx, groupId, actor.userId));
  requireAction(room, action);
  return room;
}

/**
 * Executes a command on one user in one transaction and records it (SV-105, GR-06). Errors are checked in this order:
 * room, permission, name, user (SV-29).
 */
export async function commandOnTarget(
  { transaction }: Pick<Database, 'transaction'>,
  actor: Actor,
  { group_id: groupId, username, reason }: TargetInput,
  command: TargetCommand,
): Promise<void> {
  await transaction(async (tx) => {
    const room = await lockAllowed(tx, actor, groupId, command.action);
    const { conversationId, creatorId } = room;
    if (username === '') throw appError('username_missing');
    const candidates = await findCandidates(tx, conversationId, usernamesFor(username));
    const target = resolveTarget(username, candidates, command.concerns);
    if (!target) throw appError('user_not_found');
    const { userId } = target;
    const isSelf = userId === actor.userId;
    const refusal = command.refuse({ ...target, isSelf, isCreator: userId === creatorId });
    if (refusal) throw appError(refusal);
    const isPrivateRoom = room.group.visibility === 'private';
    const act = { conversationId, isPrivateRoom, userId, by: actor.userId };
    const isDone = await command.execute(tx, act, target);
    if (isDone !== false)
      await recordDeed(tx, actor, command.deed, { room, userId, reason, details: command.details });
  });
}
