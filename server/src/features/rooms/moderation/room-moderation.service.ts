import type { Permission } from '@adda/contract/rooms';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { userReference } from '../../../platform/audit/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { requireRoom } from '../rooms.policy.ts';
import type { MembershipEvents } from '../members/membership.events.ts';
import * as repository from './room-moderation.repository.ts';
import type { Act, Candidate } from './room-moderation.repository.ts';
import { refuseBanning, refuseGranting, refuseKicking } from '../rooms.policy.ts';
import { findRoom } from '../rooms.repository.ts';
import { members } from '../../messages/index.ts';
import { endMembership } from '../members/room-members.repository.ts';
import type { RoomPictures } from '../settings/room-pictures.service.ts';
import { auditInRoom } from './room-audit.service.ts';
import { endInvitesBy, endInvitesOf } from '../invites/invites.repository.ts';
import { commandOnTarget, lockAllowed, requireAction } from './target-command.service.ts';
import type { TargetCommand, TargetInput } from './target-command.service.ts';

type Deps = {
  readonly database: Database;
  readonly events: MembershipEvents;
  readonly pictures: Pick<RoomPictures, 'remove'>;
};

type PermissionsInput = TargetInput & { readonly permissions: readonly Permission[] };

type TimeoutInput = TargetInput & { readonly minutes: number };

const causeOf = ({ username }: Actor, { reason = '' }: TargetInput) => ({ by: username, reason });

const isMember = (person: Candidate) => person.isMember;

/** Returns the command of a timeout; one that ends no timeout changes nothing. */
const timeoutCommand = (events: Pick<MembershipEvents, 'timedOut'>, input: TimeoutInput): TargetCommand => ({
  action: 'time_out',
  deed: 'room_timeout',
  details: { minutes: input.minutes },
  concerns: isMember,
  refuse: refuseKicking,
  execute: async (tx, act, target) => {
    // Holds back messages, so that none is stored after the timeout began.
    await members.lockHeads(tx, [act.conversationId]);
    const isEnd = input.minutes === 0;
    const until = isEnd ? null : await repository.setTimeoutOf(tx, act, input.minutes);
    if (isEnd && !(await repository.endTimeoutOf(tx, act))) return false;
    events.timedOut(tx, input.group_id, target, { until, reason: input.reason ?? '' });
    return true;
  },
});
/** Whether the room exists for the target: events must not tell others about a private room (GR-01). */
const knowsRoom = ({ isPrivateRoom }: Pick<Act, 'isPrivateRoom'>, person: Candidate) =>
  !isPrivateRoom || person.isMember || person.isAdmin;

/** Returns the command that lifts a ban. */
const unbanCommand = (
  events: Pick<MembershipEvents, 'unbanned'>,
  { username: by }: Actor,
  { group_id: groupId }: TargetInput,
): TargetCommand => ({
  action: 'ban',
  deed: 'room_unban',
  concerns: (person) => person.isBanned,
  refuse: ({ isBanned }) => (isBanned ? undefined : 'not_banned'),
  execute: async (tx, act, target) => {
    await repository.deleteBan(tx, act.conversationId, act.userId);
    events.unbanned(tx, groupId, target, { by, knowsRoom: knowsRoom(act, target) });
  },
});

/** Revokes permissions and returns the remaining ones. The last one ends the member's invitations (GR-02). */
async function revokeGrants(tx: Tx, act: Act, permissions: readonly Permission[]): Promise<Permission[]> {
  const before = await repository.listGrants(tx, act);
  const held = await repository.deleteGrants(tx, act, permissions);
  if (before.length > 0 && held.length === 0) await endInvitesBy(tx, act.conversationId, act.userId);
  return held;
}

/** Commands of moderators in rooms. */
export type RoomModeration = ReturnType<typeof createRoomModeration>;

/** Creates the commands; each is one transaction that locks the row of the room. */
export function createRoomModeration({ database, events, pictures }: Deps) {
  const command = (actor: Actor, input: TargetInput, given: TargetCommand) =>
    commandOnTarget(database, actor, input, given);

  return {
    /** Removes a member, who may join again (SV-29); ends their invitations (GR-02). */
    kick: (actor: Actor, input: TargetInput): Promise<void> =>
      command(actor, input, {
        action: 'kick',
        deed: 'room_kick',
        concerns: isMember,
        refuse: refuseKicking,
        execute: async (tx, { conversationId, userId }, target) => {
          await endMembership(tx, conversationId, userId);
          await endInvitesBy(tx, conversationId, userId);
          events.kicked(tx, input.group_id, target, causeOf(actor, input));
        },
      }),

    /** Bans a user, member or not, and ends a membership (SV-29) and their invitations (GR-02). */
    ban: (actor: Actor, input: TargetInput): Promise<void> =>
      command(actor, input, {
        action: 'ban',
        deed: 'room_ban',
        concerns: isMember,
        refuse: refuseBanning,
        execute: async (tx, act, target) => {
          await repository.insertBan(tx, act);
          await endMembership(tx, act.conversationId, act.userId);
          await endInvitesOf(tx, act.conversationId, act.userId);
          const cause = { ...causeOf(actor, input), knowsRoom: knowsRoom(act, target) };
          events.banned(tx, input.group_id, target, cause);
        },
      }),

    /** Takes the right to write from a member for some minutes; 0 gives it back (GR-03). */
    timeOut: (actor: Actor, input: TimeoutInput): Promise<void> =>
      command(actor, input, timeoutCommand(events, input)),

    /** Lifts a ban; the user does not become a member (SV-33). */
    unban: (actor: Actor, input: TargetInput): Promise<void> =>
      command(actor, input, unbanCommand(events, actor, input)),

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
          const held = await revokeGrants(tx, act, input.permissions);
          events.granted(tx, input.group_id, target, held);
        },
      }),

    /** Deletes a room; its name becomes available (SV-32). */
    deleteGroup: (actor: Actor, groupId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const { conversationId, creatorId, group } = await lockAllowed(tx, actor, groupId, 'delete_group');
        const { userIds, picture } = await repository.closeRoom(tx, conversationId);
        await pictures.remove(tx, picture);
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
