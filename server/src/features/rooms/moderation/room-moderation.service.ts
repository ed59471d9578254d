import type { Permission } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import { userReference } from '../../../platform/audit/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { requireRoom } from '../rooms.policy.ts';
import type { MembershipEvents } from '../members/membership.events.ts';
import * as repository from './room-moderation.repository.ts';
import type { Candidate } from './room-moderation.repository.ts';
import { refuseBanning, refuseGranting, refuseKicking } from '../rooms.policy.ts';
import { findRoom } from '../rooms.repository.ts';
import { endMembership } from '../members/room-members.repository.ts';
import { auditInRoom } from './room-audit.service.ts';
import { commandOnTarget, lockAllowed, requireAction } from './target-command.service.ts';
import type { TargetCommand, TargetInput } from './target-command.service.ts';

type Deps = { readonly database: Database; readonly events: MembershipEvents };

type PermissionsInput = TargetInput & { readonly permissions: readonly Permission[] };

const isMember = (person: Candidate) => person.isMember;

/** Commands of moderators in rooms. */
export type RoomModeration = ReturnType<typeof createRoomModeration>;

/** Creates the commands; each is one transaction that locks the row of the room. */
export function createRoomModeration({ database, events }: Deps) {
  const command = (actor: Actor, input: TargetInput, given: TargetCommand) =>
    commandOnTarget(database, actor, input, given);

  return {
    /** Removes a member, who may join again (SV-29). */
    kick: (actor: Actor, input: TargetInput): Promise<void> =>
      command(actor, input, {
        action: 'kick',
        deed: 'room_kick',
        concerns: isMember,
        refuse: refuseKicking,
        execute: async (tx, { conversationId, userId }, target) => {
          await endMembership(tx, conversationId, userId);
          events.kicked(tx, input.group_id, target, actor.username);
        },
      }),

    /** Bans a user, member or not, and ends a membership (SV-29). */
    ban: (actor: Actor, input: TargetInput): Promise<void> =>
      command(actor, input, {
        action: 'ban',
        deed: 'room_ban',
        concerns: isMember,
        refuse: refuseBanning,
        execute: async (tx, act, target) => {
          await repository.insertBan(tx, act);
          await endMembership(tx, act.conversationId, act.userId);
          events.banned(tx, input.group_id, target, actor.username);
        },
      }),

    /** Lifts a ban; the user does not become a member (SV-33). */
    unban: (actor: Actor, input: TargetInput): Promise<void> =>
      command(actor, input, {
        action: 'ban',
        deed: 'room_unban',
        concerns: (person) => person.isBanned,
        refuse: ({ isBanned }) => (isBanned ? undefined : 'not_banned'),
        execute: async (tx, { conversationId, userId }, target) => {
          await repository.deleteBan(tx, conversationId, userId);
          events.unbanned(tx, input.group_id, target, actor.username);
        },
      }),

    /** Sets the permissions of a member and replaces the previous ones (SV-30). */
    grant: (actor: Actor, input: PermissionsInput): Promise<void> =>
      command(actor, input, {
        action: 'grant',
        deed: 'room_grant',
        details: { permissions: input.permissions.join(', ') },
        concerns: isMember,
        refuse: refuseGranting,
        execute: async (tx, act, target) => {
          const held = await repository.replaceGrants(tx, act, input.permissions);
          events.granted(tx, input.group_id, target, held);
        },
      }),

    /** Revokes permissions of a member (SV-31). */
    revoke: (actor: Actor, input: PermissionsInput): Promise<void> =>
      command(actor, input, {
        action: 'grant',
        deed: 'room_revoke',
        details: { permissions: input.permissions.join(', ') },
        concerns: isMember,
        refuse: refuseGranting,
        execute: async (tx, act, target) => {
          const held = await repository.deleteGrants(tx, act, input.permissions);
          events.granted(tx, input.group_id, target, held);
        },
      }),

    /** Deletes a room; its name becomes available (SV-32). */
    deleteGroup: (actor: Actor, groupId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const { conversationId, creatorId, group } = await lockAllowed(tx, actor, groupId, 'delete_group');
        const userIds = await repository.closeRoom(tx, conversationId);
        await auditInRoom(tx, actor, 'room_delete', { group }, { creator: userReference(creatorId) });
        events.deleted(tx, groupId, userIds);
      }),

    /** Lists banned users, for users who may ban (SV-34, X-36). */
    async listBanned(actor: Actor, groupId: string, page: { skip: number; limit: number }) {
      const room = await requireRoom(groupId, () => findRoom(database.db, groupId, actor.userId));
      requireAction(room, 'ban');
      return repository.listBanned(database.db, { ...page, conversationId: room.conversationId });
    },
  };
}
