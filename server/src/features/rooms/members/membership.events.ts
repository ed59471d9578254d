import type { EventPayloads } from '@adda/contract/kernel';
import type { membershipEvents, Permission } from '@adda/contract/rooms';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { OutgoingEvent, RoomName } from '../../../platform/realtime/index.ts';
import type { Live } from '../../live/index.ts';
import { groupRoom, memberRoom } from '../rooms.types.ts';
import type { GroupServer, WhisperListener } from '../rooms.types.ts';

type Event = OutgoingEvent<EventPayloads<typeof membershipEvents>>;
type Person = { readonly userId: number; readonly username: string };

/**
 * The recipients of an event besides the room: other connections of these users; those in `closes` get it and are
 * closed first.
 */
type Audience = { readonly userIds: readonly number[]; readonly closes?: RoomName };

type Deps = {
  readonly server: GroupServer;
  readonly live: Pick<Live, 'server'>;
  /** Told who is not a member any more. */
  readonly whispers: Pick<WhisperListener, 'changed'>;
};

/** What rooms tell about membership (SV-98). */
export type MembershipEvents = ReturnType<typeof createMembershipEvents>;

/** Creates the publisher of membership events; each is sent once its transaction is committed. */
export function createMembershipEvents({ server, live, whispers }: Deps) {
  function tell(tx: Tx, groupId: string, event: Event, { userIds, closes }: Audience): void {
    afterCommit(tx, () => {
      // Closed before anybody hears of it: nothing that is said from then on reaches who is out.
      if (closes) server.disconnectRoom(closes, event);
      server.publishFlush(flushTo([groupRoom(groupId)], event));
      live.server.publishFlush(flushTo(userIds.map(userRoom), event));
      if (closes) whispers.changed(userIds);
    });
  }

  const takenOut = (tx: Tx, groupId: string, { userId }: Person, event: Event) =>
    tell(tx, groupId, event, { userIds: [userId], closes: memberRoom(userId, groupId) });

  return {
    /** Somebody became a member. */
    joined(tx: Tx, groupId: string, { userId, username }: Person): void {
      const payload = { group_id: groupId, username };
      tell(tx, groupId, { event: 'group_joined', payload }, { userIds: [userId] });
    },

    /** Somebody stopped being a member. */
    left(tx: Tx, groupId: string, person: Person): void {
      const payload = { group_id: groupId, username: person.username };
      takenOut(tx, groupId, person, { event: 'group_left', payload });
    },

    /** Somebody was taken out and may come back. */
    kicked(tx: Tx, groupId: string, person: Person, by: string): void {
      const payload = { group_id: groupId, username: person.username, by };
      takenOut(tx, groupId, person, { event: 'kick_user', payload });
    },

    /** Somebody was taken out, or kept out, for good. */
    banned(tx: Tx, groupId: string, person: Person, by: string): void {
      const payload = { group_id: groupId, username: person.username, by };
      takenOut(tx, groupId, person, { event: 'ban_user', payload });
    },

    /** Somebody may come in again. */
    unbanned(tx: Tx, groupId: string, { userId, username }: Person, by: string): void {
      const payload = { group_id: groupId, username, by };
      tell(tx, groupId, { event: 'unban_user', payload }, { userIds: [userId] });
    },

    /** A member's permissions changed; `permissions` are all that they hold now. */
    granted(tx: Tx, groupId: string, { userId, username }: Person, permissions: Permission[]): void {
      const payload = { group_id: groupId, username, permissions };
      tell(tx, groupId, { event: 'permission_granted', payload }, { userIds: [userId] });
    },

    /** A room is no more; `userIds` were its members. */
    deleted(tx: Tx, groupId: string, userIds: readonly number[]): void {
      const event: Event = { event: 'group_deleted', payload: { group_id: groupId } };
      tell(tx, groupId, event, { userIds, closes: groupRoom(groupId) });
    },
  };
}

const userRoom = (userId: number): RoomName => `user:${userId}`;

function flushTo(rooms: readonly RoomName[], event: Event) {
  return {
    toRooms: new Map(rooms.map((room) => [room, [event]])),
    toConnections: new Map<string, Event[]>(),
  };
}
