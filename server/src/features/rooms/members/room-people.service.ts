import { anonymousName } from '@adda/contract/accounts';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { AccountStatusChanged } from '../../accounts/index.ts';
import type { PresenceChange } from '../../presence/index.ts';
import type { MembershipEvents } from './membership.events.ts';
import type { Ownership } from './ownership.service.ts';
import { forgetPerson } from '../moderation/room-log.repository.ts';
import { listRoomsOf, lockRoomsOf } from './room-members.repository.ts';
import type { RoomEvents } from '../rooms.events.ts';
import { deleteInvitesOfAccount } from '../invites/invites.repository.ts';
import { mentions } from '../../messages/index.ts';
import { hidesRoom, type WhisperListener } from '../rooms.types.ts';
import { endMembership } from './room-members.repository.ts';

/** Most rooms of a user that are notified when the user comes online or goes offline. */
const ROOMS_NOTIFIED_OF_STATUS = 50;
const ROOMS_NOTIFIED_OF_NAME = 1000;

type Deps = {
  readonly database: Database;
  readonly events: Pick<RoomEvents, 'toGroups'>;
  readonly membershipEvents: Pick<MembershipEvents, 'left'>;
  readonly ownership: Pick<Ownership, 'succeed'>;
  readonly whispers: Pick<WhisperListener, 'mentionsChanged'>;
};

/** Creates the reactions of rooms to changes of users: presence, name, suspension, deletion. */
export function createRoomPeople({ database, events, membershipEvents, ownership, whispers }: Deps) {
  return {
    /** Notifies the rooms of users who came online or went offline, except users with a block (RT-10). */
    async statusChanged(changes: readonly PresenceChange[]): Promise<void> {
      const userIds = changes.map((change) => change.userId);
      const rooms = await listRoomsOf(database.db, userIds, ROOMS_NOTIFIED_OF_STATUS);
      const byUser = new Map(changes.map((change) => [change.userId, change]));
      events.toGroups(
        rooms.flatMap(({ userId, username, groupId }) => {
          const change = byUser.get(userId);
          if (!change) return [];
          const payload = { username, is_online: change.isOnline, last_active: change.at.toISOString() };
          const except = [hidesRoom(userId)];
          return [{ groupId, event: { event: 'user_status', payload, except } as const }];
        }),
      );
    },

    /** Publishes the new name of a user to their rooms (SV-04, SV-13). */
    async renamed(person: {
      userId: number;
      oldUsername: string;
      username: string;
      isGuest: boolean;
    }): Promise<void> {
      const payload = {
        old_username: person.oldUsername,
        username: person.username,
        is_guest: person.isGuest,
      };
      const rooms = await listRoomsOf(database.db, [person.userId], ROOMS_NOTIFIED_OF_NAME);
      events.toGroups(
        rooms.map(({ groupId }) => ({ groupId, event: { event: 'user_renamed', payload } as const })),
      );
    },

    /** Publishes to the rooms of a user that their messages are hidden, or visible again (SV-50). */
    async accountStatusChanged({ userId, username, isSuspended }: AccountStatusChanged): Promise<void> {
      const rooms = await listRoomsOf(database.db, [userId], ROOMS_NOTIFIED_OF_NAME);
      events.toGroups(
        rooms.map(({ groupId }) => {
          const payload = { group_id: groupId, username, is_suspended: isSuspended };
          return { groupId, event: { event: 'member_suspended', payload } as const };
        }),
      );
      whispers.mentionsChanged(await mentions.findMentionedBy(database.db, userId));
    },

    /**
     * Removes a user from all rooms before the account is deleted; the messages and the log stay, without the name (SV-13,
     * GR-06), and rooms of the user get another owner or close (GR-05).
     */
    async deleting(tx: Tx, userId: number): Promise<void> {
      const rooms = await lockRoomsOf(tx, userId);
      for (const { isOwned, ...room } of rooms) {
        const { conversationId, groupId, username } = room;
        const wasMember = await endMembership(tx, conversationId, userId);
        if (wasMember) membershipEvents.left(tx, groupId, { userId, username });
        if (isOwned) await ownership.succeed(tx, room, { userId, username });
      }
      await forgetPerson(tx, userId);
      await deleteInvitesOfAccount(tx, userId);
      const payload = {
        old_username: rooms[0]?.username ?? '',
        username: anonymousName(userId),
        is_guest: false,
      };
      afterCommit(tx, () =>
        events.toGroups(
          rooms.map(({ groupId }) => ({ groupId, event: { event: 'user_renamed', payload } as const })),
        ),
      );
    },
  };
}
