import type { CreateGroupInput, Group } from '@adda/contract/rooms';
import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { members } from '../../messages/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import { endInvitesBy } from '../invites/invites.repository.ts';
import { requireRoom } from '../rooms.policy.ts';
import type { MembershipEvents } from './membership.events.ts';
import { refuseCreating, refuseJoining, refuseLeaving } from '../rooms.policy.ts';
import { changeMemberCount, insertRoom, lockRoom } from '../rooms.repository.ts';
import type { Ownership } from './ownership.service.ts';
import type { RoomPictures } from '../settings/room-pictures.service.ts';
import type { RoomSettings } from '../rooms.types.ts';
import { endMembership } from './room-members.repository.ts';

type Deps = {
  readonly database: Database;
  readonly events: Pick<MembershipEvents, 'joined' | 'left'>;
  readonly ownership: Pick<Ownership, 'succeed'>;
  readonly pictures: Pick<RoomPictures, 'withPicture'>;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  /** Most members of a room. */
  readonly maxMembers: number;
};

const GROUP_ID_BYTES = 12;

/** Returns the settings of a new room, with defaults for those that its creator left out (GR-01). */
const settingsOf = (
  input: Omit<CreateGroupInput, 'picture_id'>,
  picture: string | null | undefined,
): RoomSettings => ({
  name: input.name,
  description: input.description ?? '',
  topic: input.topic ?? '',
  rules: input.rules ?? '',
  picture: picture ?? null,
  slow_mode_s: input.slow_mode_s ?? 0,
  visibility: input.visibility ?? 'public',
  category: input.category ?? 'other',
  languages: input.languages ?? [],
});
/** Whether a user has permissions, which end with the membership; their invitations end too (GR-02). */
const isGranted = ({ permissions }: Pick<Group, 'permissions'>): boolean => permissions.length > 0;

/** Creating, joining and leaving rooms. */
export type Membership = ReturnType<typeof createMembership>;

/** Creates the commands that change memberships; each is one transaction. */
export function createMembership({ database, events, ownership, pictures, wordFilter, maxMembers }: Deps) {
  const lock = (tx: Tx, groupId: string, userId: number) =>
    requireRoom(groupId, () => lockRoom(tx, groupId, userId));

  async function admit(
    tx: Tx,
    { conversationId, groupId }: { readonly conversationId: number; readonly groupId: string },
    actor: Actor,
  ): Promise<void> {
    await members.addMember(tx, conversationId, actor.userId);
    await changeMemberCount(tx, conversationId, 1);
    events.joined(tx, groupId, actor);
  }

  return {
    /** Makes a user a member who may become one; the caller has locked the room. */
    admit,

    /**
     * Creates a room with the caller as its creator; returns its id (SV-24, GR-01). Throws `words_refused` (SV-105),
     * `group_name_taken`, `room_picture_not_found` and the codes of picture uploads.
     */
    async create(actor: Actor, { picture_id: pictureId, ...input }: CreateGroupInput): Promise<string> {
      const refusal = refuseCreating(actor);
      if (refusal) throw appError(refusal);
      const flagged = wordFilter.check(input.name, input.description, input.topic, input.rules);
      const groupId = randomBytes(GROUP_ID_BYTES).toString('hex');
      await pictures.withPicture(actor.userId, pictureId, (picture) =>
        database.transaction(async (tx) => {
          const conversationId = await members.createConversation(tx, 'room');
          const room = { conversationId, groupId, creatorId: actor.userId };
          await insertRoom(tx, { ...room, settings: settingsOf(input, picture) });
          await admit(tx, { conversationId, groupId }, actor);
        }),
      );
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
        await admit(tx, { conversationId, groupId }, actor);
      });
    },

    /**
     * Ends the caller's membership and permissions; after the commit no message of the caller is accepted and none is
     * delivered to them (SV-28, R-07). A room that its creator leaves gets another owner or closes (GR-05).
     */
    async leave(actor: Actor, groupId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const { conversationId, creatorId, group } = await lock(tx, groupId, actor.userId);
        const refusal = refuseLeaving({ isMember: group.is_member });
        if (refusal) throw appError(refusal);
        await endMembership(tx, conversationId, actor.userId);
        if (isGranted(group)) await endInvitesBy(tx, conversationId, actor.userId);
        events.left(tx, groupId, actor);
        if (creatorId !== actor.userId) return;
        await ownership.succeed(tx, { conversationId, groupId, name: group.name }, actor);
      });
    },
  };
}
