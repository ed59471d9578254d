import { anonymousName } from '@adda/contract/accounts';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import type { Logger } from 'pino';
import type { AvailabilityChanged, Renamed } from '../../accounts/index.ts';
import { members } from '../../messages/index.ts';
import type { PresenceChange } from '../../presence/index.ts';
import type { BlockChange } from '../../relations/index.ts';
import { chatRoom, silentRoom, statusRoom, typingRoom } from '../direct.types.ts';
import { userChannel } from '../../live/index.ts';
import type { LiveEvent, LiveServer } from '../../live/index.ts';
import { leaveAll, listPeers, namesOf } from './pairs.repository.ts';

type Deps = {
  readonly database: Database;
  readonly server: LiveServer;
  readonly logger: Logger;
  /** Told whose unread messages are listed under another name now. */
  readonly unreadChanged: (userIds: readonly number[]) => void;
};

/** So many of those who talked with somebody are told a new name, the latest first; others find it when they look. */
const TOLD_NEW_NAME = 1000;

/** What private chats do when something happens to a person elsewhere. */
export function createPrivatePeople({ database, server, logger, unreadChanged }: Deps) {
  const flush = (toRooms: ReadonlyMap<RoomName, readonly LiveEvent[]>) =>
    server.publishFlush({ toRooms, toConnections: new Map() });

  /** Tells open chats of this person and the shells of those who talked with them. */
  function tellName({ userId, oldUsername, username, isGuest }: Renamed, peers: readonly number[]): void {
    const payload = { old_username: oldUsername, username, is_guest: isGuest };
    const rooms = [statusRoom(userId), ...peers.map(userChannel)];
    flush(new Map(rooms.map((room) => [room, [{ event: 'user_renamed', payload }]])));
    unreadChanged(peers);
  }

  async function renamed(person: Renamed): Promise<void> {
    try {
      tellName(person, await listPeers(database.db, person.userId, TOLD_NEW_NAME));
    } catch (error) {
      // Names are joined on read: whoever looks again sees it.
      logger.error({ err: error }, 'a new name could not be told');
    }
  }

  /** Sets, on every node, whether the open chats of a user with a peer get typing and presence of the peer. */
  function setHearing(userId: number, peerId: number, hears: boolean): void {
    for (const room of [typingRoom(userId, peerId), statusRoom(peerId)]) {
      if (hears) server.addToRoom(chatRoom(userId, peerId), room);
      else server.removeFromRoom(chatRoom(userId, peerId), room);
    }
  }

  return {
    /** Tells open chats that the other person came or went (SV-23). */
    async statusChanged(changes: readonly PresenceChange[]): Promise<void> {
      const names = await namesOf(
        database.db,
        changes.map((change) => change.userId),
      );
      const toRooms = new Map<RoomName, LiveEvent[]>();
      for (const { userId, isOnline, at } of changes) {
        const username = names.get(userId);
        if (username === undefined) continue;
        const payload = { username, is_online: isOnline, last_active: at.toISOString() };
        toRooms.set(statusRoom(userId), [{ event: 'user_status', payload }]);
      }
      if (toRooms.size > 0) flush(toRooms);
    },

    /** Tells the new name of a person: open chats with them and the shells of those who talked with them (SV-04). */
    renamed: (person: Renamed) => void renamed(person),

    /** Notifies the user's other tabs (SE-05); while the user is unavailable, typing is not published. */
    availabilityChanged({ userId, isAvailable }: AvailabilityChanged): void {
      if (isAvailable) server.removeFromRoom(`user:${userId}`, silentRoom(userId));
      else server.addToRoom(`user:${userId}`, silentRoom(userId));
      server.publish(userChannel(userId), 'availability', { is_available: isAvailable });
    },

    /**
     * Takes a person out of their private chats before the account is gone: nothing of theirs is accepted from then on,
     * what they wrote stays, without the name (SV-13).
     */
    async deleting(tx: Tx, userId: number): Promise<void> {
      // Those of rooms too, for whoever takes the person out of them next: all at once in the writer's order of locks.
      await members.lockHeadsOf(tx, userId);
      const peers = await listPeers(tx, userId, TOLD_NEW_NAME);
      await leaveAll(tx, userId);
      const oldUsername = (await namesOf(tx, [userId])).get(userId) ?? '';
      const person = { userId, oldUsername, username: anonymousName(userId), isGuest: false };
      afterCommit(tx, () => tellName(person, peers));
    },

    /** Notifies the open chats of both users, without revealing who blocked whom (SV-52). */
    blockChanged({ blockerId, blockedId, blockerName, blockedName, areBlocked }: BlockChange): void {
      setHearing(blockerId, blockedId, !areBlocked);
      setHearing(blockedId, blockerId, !areBlocked);
      const eventAbout = (username: string): LiveEvent => ({
        event: 'blocked_notification',
        payload: { username, is_blocked: areBlocked },
      });
      flush(
        new Map([
          [chatRoom(blockerId, blockedId), [eventAbout(blockedName)]],
          [chatRoom(blockedId, blockerId), [eventAbout(blockerName)]],
        ]),
      );
    },
  };
}
