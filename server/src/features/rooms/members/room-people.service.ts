import { anonymousName } from '@adda/contract/accounts';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { AccountStatusChanged } from '../../accounts/index.ts';
import type { PresenceChange } from '../../presence/index.ts';
import type { MembershipEvents } from './membership.events.ts';
import { listRoomsOf, lockRoomsOf } from './room-members.repository.ts';
import type { RoomEvents } from '../rooms.events.ts';
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
  readonly whispers: Pick<WhisperListener, 'mentionsChanged'>;
};

/** Creates the reactions of rooms to changes of users: presence, name, suspension, deletion. */
export function createRoomPeople({ database, events, membershipEvents, whispers }: Deps) {
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

    /** Removes a user from all rooms before the account is deleted; the messages stay, without the name (SV-13). */
    async deleting(tx: Tx, userId: number): Promise<void> {
      const rooms = await lockRoomsOf(tx, userId);
      for (const { conversationId, groupId, username } of rooms) {
        const wasMember = await endMembership(tx, conversationId, userId);
        if (wasMember) membershipEvents.left(tx, groupId, { userId, username });
      }
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
