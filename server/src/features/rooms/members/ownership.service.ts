import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { appendNotices } from '../../messages/index.ts';
import { endInvitesBy } from '../invites/invites.repository.ts';
import { closeRoom, endTimeoutOf, findCandidates } from '../moderation/room-moderation.repository.ts';
import { recordDeed } from '../moderation/room-audit.service.ts';
import { lockAllowed } from '../moderation/target-command.service.ts';
import type { RoomEvents } from '../rooms.events.ts';
import { refuseOwning } from '../rooms.policy.ts';
import type { RoomPictures } from '../settings/room-pictures.service.ts';
import type { MembershipEvents } from './membership.events.ts';
import { findSuccessor, setOwner, type Successor } from './ownership.repository.ts';
import { resolveTarget, usernamesFor } from './typed-names.policy.ts';

type Deps = {
  readonly database: Database;
  readonly events: Pick<MembershipEvents, 'ownerChanged' | 'deleted' | 'timedOut'>;
  readonly roomEvents: Pick<RoomEvents, 'noticeAbout'>;
  readonly pictures: Pick<RoomPictures, 'remove'>;
};

/** A room whose row the caller has locked. */
type LockedRoom = { readonly conversationId: number; readonly groupId: string; readonly name: string };
type Person = { readonly userId: number; readonly username: string };

/** Who owns a room: transfer, and succession when the owner is gone. */
export type Ownership = ReturnType<typeof createOwnership>;

/** The text in the room about its new owner, whose name replaces `{0}`. */
const OWNER_NOTICE = '{0} looks after this room now';

/** Creates the commands; each is one transaction that locks the row of the room, so that it has one owner at any time. */
export function createOwnership({ database, events, roomEvents, pictures }: Deps) {
  async function handOver(tx: Tx, room: LockedRoom, owner: Successor, from: Person): Promise<void> {
    const { conversationId, groupId } = room;
    await setOwner(tx, conversationId, owner.userId);
    // A creator who is not one any more has lost every right of a moderator (GR-02).
    await endInvitesBy(tx, conversationId, from.userId);
    const group = { group_id: groupId, name: room.name };
    await recordDeed(tx, from, 'room_transfer', { room: { conversationId, group }, userId: owner.userId });
    // Nobody could end a timeout of an owner (GR-03).
    const wasTimedOut = await endTimeoutOf(tx, { conversationId, userId: owner.userId });
    if (wasTimedOut) events.timedOut(tx, groupId, owner, { until: null, reason: '' });
    const notice = { conversationId, content: OWNER_NOTICE, aboutIds: [owner.userId] };
    const [placed] = await appendNotices(tx, [notice]);
    events.ownerChanged(tx, groupId, owner, from);
    if (!placed) return;
    const content = OWNER_NOTICE.replace('{0}', owner.username);
    roomEvents.noticeAbout(tx, groupId, owner.userId, { conversationId, content, ...placed });
  }

  return {
    /**
     * Hands the room over to a member (GR-05). Errors are checked in the order: room, right, name of the room, name of the
     * user, user.
     */
    async transfer(
      actor: Actor,
      groupId: string,
      { username, confirm_name: confirmName }: { username: string; confirm_name: string },
    ): Promise<void> {
      await database.transaction(async (tx) => {
        const { conversationId, group } = await lockAllowed(tx, actor, groupId, 'transfer');
        if (confirmName !== group.name) throw appError('confirmation_wrong');
        if (username === '') throw appError('username_missing');
        const candidates = await findCandidates(tx, conversationId, usernamesFor(username));
        const target = resolveTarget(username, candidates, (person) => person.isMember);
        if (!target) throw appError('user_not_found');
        const isSelf = target.userId === actor.userId;
        const refusal = refuseOwning({ ...target, isSelf, isCreator: isSelf });
        if (refusal) throw appError(refusal);
        await handOver(tx, { conversationId, groupId, name: group.name }, target, actor);
      });
    },

    /**
     * Gives the room of an owner who is no member any more to the successor, or closes it if there is none (GR-05).
     */
    async succeed(tx: Tx, room: LockedRoom, formerOwner: Person): Promise<void> {
      const successor = await findSuccessor(tx, room.conversationId);
      if (successor) return handOver(tx, room, successor, formerOwner);
      const { userIds, picture } = await closeRoom(tx, room.conversationId);
      await pictures.remove(tx, picture);
      events.deleted(tx, room.groupId, userIds);
    },
  };
}
