import type { EventPayloads } from '@adda/contract/kernel';
import type { membershipEvents, Permission } from '@adda/contract/rooms';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { OutgoingEvent, RoomName } from '../../../platform/realtime/index.ts';
import type { Live } from '../../live/index.ts';
import type { Messages } from '../../messages/index.ts';
import { groupRoom, hidesRoom, memberRoom, timeoutRoom } from '../rooms.types.ts';
import type { GroupServer, WhisperListener } from '../rooms.types.ts';

type Event = OutgoingEvent<EventPayloads<typeof membershipEvents>>;
type Person = { readonly userId: number; readonly username: string };

/**
 * The recipients of an event besides the room: other connections of these users. Connections in `closes` get the event
 * and are closed first. `own` is the event as these users get it, where it says more to them than to the room.
 */
type Audience = { readonly userIds: readonly number[]; readonly closes?: RoomName; readonly own?: Event };

/** What a moderator did to a user: who, and why; the reason is empty for none, and for the user alone (GR-06). */
type Cause = { readonly by: string; readonly reason: string };

/** Who lifted a ban, and whether the target gets the event. */
type BanNotice = { readonly by: string; readonly knowsRoom: boolean };
type BanCause = Cause & Pick<BanNotice, 'knowsRoom'>;

type Deps = {
  readonly server: GroupServer;
  readonly live: Pick<Live, 'server' | 'inboxChanged'>;
  /** Notified about users who are no longer members. */
  readonly whispers: Pick<WhisperListener, 'changed'>;
  readonly activity: Pick<Messages['activity'], 'left'>;
};

/** Users who are no members of a room any more; all who knew it, members or not, if it was deleted. */
export type RoomEnd = {
  readonly groupId: string;
  readonly userIds: readonly number[];
  readonly isDeleted: boolean;
};

/** Events about membership (SV-98). */
export type MembershipEvents = ReturnType<typeof createMembershipEvents>;

/** Creates the publisher of membership events; each is sent once its transaction is committed. */
export function createMembershipEvents({ server, live, whispers, activity }: Deps) {
  const endListeners: ((end: RoomEnd) => void)[] = [];
  function publish(tx: Tx, groupId: string, event: Event, audience: Audience): void {
    const { userIds, closes, own = event } = audience;
    afterCommit(tx, () => {
      // Closed before the event is published: no later message reaches the former member.
      if (closes) server.disconnectRoom(closes, own);
      server.publishFlush(flushTo([groupRoom(groupId)], event));
      live.server.publishFlush(flushTo(userIds.map(userRoom), own));
      if (closes) {
        whispers.changed(userIds);
        activity.left({ groupId, userIds });
        const isDeleted = event.event === 'group_deleted';
        for (const listener of endListeners) listener({ groupId, userIds, isDeleted });
      }
      live.inboxChanged(userIds.map((userId) => ({ userId, place: { groupId } })));
    });
  }

  const publishRemoval = (tx: Tx, groupId: string, { userId }: Person, event: Event, own?: Event) =>
    publish(tx, groupId, event, {
      userIds: [userId],
      closes: memberRoom(userId, groupId),
      ...(own && { own }),
    });

  return {
    /** Registers a listener for users who are no members of a room any more, called after the commit; it must not throw. */
    onEnded: (listener: (end: RoomEnd) => void): void => void endListeners.push(listener),

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
    kicked(tx: Tx, groupId: string, person: Person, { by, reason }: Cause): void {
      const payload = { group_id: groupId, username: person.username, by };
      const own: Event = { event: 'kick_user', payload: withReason(payload, reason) };
      publishRemoval(tx, groupId, person, { event: 'kick_user', payload }, own);
    },

    /** A user was banned, member or not. `knowsRoom`: the user gets the event, because the room exists for them (GR-01). */
    banned(tx: Tx, groupId: string, person: Person, { by, reason, knowsRoom }: BanCause): void {
      const payload = { group_id: groupId, username: person.username, by };
      const event: Event = { event: 'ban_user', payload };
      const own: Event = { event: 'ban_user', payload: withReason(payload, reason) };
      if (knowsRoom) publishRemoval(tx, groupId, person, event, own);
      else publish(tx, groupId, event, { userIds: [] });
    },

    /** A member may not write until a time, or may write again: then `until` is null (GR-03). */
    timedOut: createTimeoutPublisher({ server, live }),

    /** A ban was lifted; the user may join again. */
    unbanned(tx: Tx, groupId: string, { userId, username }: Person, { by, knowsRoom }: BanNotice): void {
      const payload = { group_id: groupId, username, by };
      publish(tx, groupId, { event: 'unban_user', payload }, { userIds: knowsRoom ? [userId] : [] });
    },

    /** The name or the settings of a room changed; `userIds` have it in their lists (GR-01). */
    updated(
      tx: Tx,
      payload: EventPayloads<typeof membershipEvents>['group_updated'],
      userIds: readonly number[],
    ): void {
      publish(tx, payload.group_id, { event: 'group_updated', payload }, { userIds });
    },

    /** The permissions of a member changed; `permissions` are all that the member has now. */
    granted(tx: Tx, groupId: string, { userId, username }: Person, permissions: Permission[]): void {
      const payload = { group_id: groupId, username, permissions };
      publish(tx, groupId, { event: 'permission_granted', payload }, { userIds: [userId] });
    },

    /** A member became the owner; `former` handed the room over or left it (GR-05). */
    ownerChanged(tx: Tx, groupId: string, owner: Person, former: Person): void {
      const payload = { group_id: groupId, username: owner.username, by: former.username };
      publish(tx, groupId, { event: 'owner_changed', payload }, { userIds: [owner.userId, former.userId] });
    },

    /** A room was deleted; `userIds` were its members. */
    deleted(tx: Tx, groupId: string, userIds: readonly number[]): void {
      const event: Event = { event: 'group_deleted', payload: { group_id: groupId } };
      publish(tx, groupId, event, { userIds, closes: groupRoom(groupId) });
    },
  };
}

/** Adds the reason, if there is one, for the user concerned (GR-06). */
const withReason = <T extends object>(payload: T, reason: string): T & { reason?: string } =>
  reason === '' ? payload : { ...payload, reason };

const userRoom = (userId: number): RoomName => `user:${userId}`;

function flushTo(rooms: readonly RoomName[], event: Event) {
  return {
    toRooms: new Map(rooms.map((room) => [room, [event]])),
    toConnections: new Map<string, Event[]>(),
  };
}

/** Creates the publisher of timeouts: the reason goes to the user alone, whose typing is not published from then on. */
function createTimeoutPublisher({ server, live }: Pick<Deps, 'server' | 'live'>) {
  return (
    tx: Tx,
    groupId: string,
    { userId, username }: Person,
    { until, reason }: { readonly until: Date | null; readonly reason: string },
  ): void => {
    const payload = { group_id: groupId, username, until: until?.toISOString() ?? null };
    const own: Event = { event: 'member_timeout', payload: withReason(payload, reason) };
    const room = memberRoom(userId, groupId);
    const except = [room, hidesRoom(userId)];
    afterCommit(tx, () => {
      const change = until ? server.addToRoom : server.removeFromRoom;
      change(room, timeoutRoom(userId, groupId));
      server.publishFlush({
        toRooms: new Map([
          [room, [own]],
          [groupRoom(groupId), [{ event: 'member_timeout', payload, except }]],
        ]),
        toConnections: new Map(),
      });
      live.server.publishFlush(flushTo([userRoom(userId)], own));
    });
  };
}
