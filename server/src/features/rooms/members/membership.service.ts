import type { CreateGroupInput } from '@adda/contract/rooms';
import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { members } from '../../messages/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import { requireRoom } from '../rooms.policy.ts';
import type { MembershipEvents } from './membership.events.ts';
import { refuseCreating, refuseJoining, refuseLeaving } from '../rooms.policy.ts';
import { changeMemberCount, insertRoom, lockRoom } from '../rooms.repository.ts';
import { endMembership } from './room-members.repository.ts';

type Deps = {
  readonly database: Database;
  readonly events: Pick<MembershipEvents, 'joined' | 'left'>;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  /** Most members of a room. */
  readonly maxMembers: number;
};

const GROUP_ID_BYTES = 12;

/** Creating, joining and leaving rooms. */
export type Membership = ReturnType<typeof createMembership>;

/** Creates the commands that change memberships; each is one transaction. */
export function createMembership({ database, events, wordFilter, maxMembers }: Deps) {
  const lock = (tx: Tx, groupId: string, userId: number) =>
    requireRoom(groupId, () => lockRoom(tx, groupId, userId));

  async function admit(tx: Tx, conversationId: number, groupId: string, actor: Actor): Promise<void> {
    await members.addMember(tx, conversationId, actor.userId);
    await changeMemberCount(tx, conversationId, 1);
    events.joined(tx, groupId, actor);
  }

  return {
    /** Creates a room with the caller as its creator; returns its id (SV-24). Throws `words_refused` (SV-105). */
    async create(actor: Actor, { name, description = '' }: CreateGroupInput): Promise<string> {
      const refusal = refuseCreating(actor);
      if (refusal) throw appError(refusal);
      const flagged = wordFilter.check(name, description);
      const groupId = randomBytes(GROUP_ID_BYTES).toString('hex');
      await database.transaction(async (tx) => {
        const conversationId = await members.createConversation(tx, 'room');
        await insertRoom(tx, { conversationId, groupId, name, description, creatorId: actor.userId });
        await admit(tx, conversationId, groupId, actor);
      });
      wordFilter.report({ userId: actor.userId, words: flagged, groupId });
      return groupId;
    },

    /**
     * Makes the caller a member. The room is locked, so that concurrent joins cannot exceed the limit (SV-27, Q-19).
     */
    async join(actor: Actor, groupId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const { conversationId, group } = await lock(tx, groupId, actor.userId);
        const { is_member: isMember, is_banned: isBanned, member_count: memberCount } = group;
        const refusal = refuseJoining({ isMember, isBanned, memberCount, maxMembers });
        if (refusal) throw appError(refusal);
        await admit(tx, conversationId, groupId, actor);
      });
    },

    /**
     * Ends the caller's membership and permissions; after the commit no message of the caller is accepted and none is
     * delivered to them (SV-28, R-07).
     */
    async leave(actor: Actor, groupId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const { conversationId, creatorId, group } = await lock(tx, groupId, actor.userId);
        const refusal = refuseLeaving({ isMember: group.is_member, isCreator: creatorId === actor.userId });
        if (refusal) throw appError(refusal);
        await endMembership(tx, conversationId, actor.userId);
        events.left(tx, groupId, actor);
      });
    },
  };
}
