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
 * The recipients of an event besides the room: other connections of these users. Connections in `closes` get the event
 * and are closed first.
 */
type Audience = { readonly userIds: readonly number[]; readonly closes?: RoomName };

type Deps = {
  readonly server: GroupServer;
  readonly live: Pick<Live, 'server'>;
  /** Notified about users who are no longer members. */
  readonly whispers: Pick<WhisperListener, 'changed'>;
};

/** Events about membership (SV-98). */
export type MembershipEvents = ReturnType<typeof createMembershipEvents>;

/** Creates the publisher of membership events; each is sent once its transaction is committed. */
export function createMembershipEvents({ server, live, whispers }: Deps) {
  function publish(tx: Tx, groupId: string, event: Event, { userIds, closes }: Audience): void {
    afterCommit(tx, () => {
      // Closed before the event is published: no later message reaches the former member.
      if (closes) server.disconnectRoom(closes, event);
      server.publishFlush(flushTo([groupRoom(groupId)], event));
      live.server.publishFlush(flushTo(userIds.map(userRoom), event));
      if (closes) whispers.changed(userIds);
    });
  }

  const publishRemoval = (tx: Tx, groupId: string, { userId }: Person, event: Event) =>
    publish(tx, groupId, event, { userIds: [userId], closes: memberRoom(userId, groupId) });

  return {
    /** A user became a member. */
    joined(tx: Tx, groupId: string, { userId, username }: Person): void {
      const payload = { group_id: groupId, username };
      publish(tx, groupId, { event: 'group_joined', payload }, { userIds: [userId] });
    },

    /** A user left. */
    left(tx: Tx, groupId: string, person: Person): void {
      const payload = { group_id: groupId, username: person.username };
      publishRemoval(tx, groupId, person, { event: 'group_left', payload });
    },

    /** A member was removed and may join again. */
    kicked(tx: Tx, groupId: string, person: Person, by: string): void {
      const payload = { group_id: groupId, username: person.username, by };
      publishRemoval(tx, groupId, person, { event: 'kick_user', payload });
    },

    /** A user was banned, member or not. */
    banned(tx: Tx, groupId: string, person: Person, by: string): void {
      const payload = { group_id: groupId, username: person.username, by };
      publishRemoval(tx, groupId, person, { event: 'ban_user', payload });
    },

    /** A ban was lifted; the user may join again. */
    unbanned(tx: Tx, groupId: string, { userId, username }: Person, by: string): void {
      const payload = { group_id: groupId, username, by };
      publish(tx, groupId, { event: 'unban_user', payload }, { userIds: [userId] });
    },

    /** The permissions of a member changed; `permissions` are all that the member has now. */
    granted(tx: Tx, groupId: string, { userId, username }: Person, permissions: Permission[]): void {
      const payload = { group_id: groupId, username, permissions };
      publish(tx, groupId, { event: 'permission_granted', payload }, { userIds: [userId] });
    },

    /** A room was deleted; `userIds` were its members. */
    deleted(tx: Tx, groupId: string, userIds: readonly number[]): void {
      const event: Event = { event: 'group_deleted', payload: { group_id: groupId } };
      publish(tx, groupId, event, { userIds, closes: groupRoom(groupId) });
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
