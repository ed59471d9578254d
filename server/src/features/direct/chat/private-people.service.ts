import { anonymousName } from '@adda/contract/accounts';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import type { Logger } from 'pino';
import type { AvailabilityChanged, Renamed, TellReadChanged } from '../../accounts/index.ts';
import { members } from '../../messages/index.ts';
import type { PresenceChange } from '../../presence/index.ts';
import type { BlockChange } from '../../relations/index.ts';
import { chatRoom, silentRoom, statusRoom, typingRoom, untoldRoom } from '../direct.types.ts';
import { userChannel } from '../../live/index.ts';
import type { Live, LiveEvent } from '../../live/index.ts';
import { deleteReceipts } from '../receipts/receipts.repository.ts';
import { hush } from '../requests/requests.events.ts';
import { deleteRequests } from '../requests/requests.repository.ts';
import { leaveAll, listPeers, namesOf } from './pairs.repository.ts';

type Deps = {
  readonly database: Database;
  readonly live: Pick<Live, 'server' | 'inboxChanged'>;
  readonly logger: Logger;
  /** Called with users whose unread messages are now listed under another name. */
  readonly unreadChanged: (userIds: readonly number[]) => void;
};

/**
 * Number of peers that are notified of a new name, newest conversation first; others get it with their next request.
 */
const PEERS_NOTIFIED_OF_NAME = 1000;

/** Creates the reactions of private chats to changes of users: presence, name, availability, blocks, deletion. */
export function createPrivatePeople({ database, live, logger, unreadChanged }: Deps) {
  const { server } = live;
  const flush = (toRooms: ReadonlyMap<RoomName, readonly LiveEvent[]>) =>
    server.publishFlush({ toRooms, toConnections: new Map() });

  /** Publishes a new name to the open chats with the user and to the shells of the peers. */
  function publishName({ userId, oldUsername, username, isGuest }: Renamed, peers: readonly number[]): void {
    const payload = { old_username: oldUsername, username, is_guest: isGuest };
    const rooms = [statusRoom(userId), ...peers.map(userChannel)];
    flush(new Map(rooms.map((room) => [room, [{ event: 'user_renamed', payload }]])));
    unreadChanged(peers);
    // The row ends under the old name and begins under the new one.
    const places = [{ username: oldUsername }, { peerId: userId }];
    live.inboxChanged(peers.flatMap((peer) => places.map((place) => ({ userId: peer, place }))));
  }

  async function renamed(person: Renamed): Promise<void> {
    try {
      publishName(person, await listPeers(database.db, person.userId, PEERS_NOTIFIED_OF_NAME));
    } catch (error) {
      // Names are joined on read, so the next request returns the new one.
      logger.error({ err: error }, 'a new name could not be published');
    }
  }

  /** Sets, on every node, whether the open chats of a user with a peer get typing and presence of the peer. */
  function setSubscribed(userId: number, peerId: number, isSubscribed: boolean): void {
    for (const room of [typingRoom(userId, peerId), statusRoom(peerId)]) {
      if (isSubscribed) server.addToRoom(chatRoom(userId, peerId), room);
      else server.removeFromRoom(chatRoom(userId, peerId), room);
    }
  }

  return {
    /** Notifies open chats that the peer came online or went offline (SV-23). */
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

    /** Publishes the new name of a user: to open chats with them and to the shells of their peers (SV-04). */
    renamed: (person: Renamed) => void renamed(person),

    /** Notifies the user's other tabs (SE-05); while the user is unavailable, typing is not published. */
    availabilityChanged({ userId, isAvailable }: AvailabilityChanged): void {
      if (isAvailable) server.removeFromRoom(`user:${userId}`, silentRoom(userId));
      else server.addToRoom(`user:${userId}`, silentRoom(userId));
      server.publish(userChannel(userId), 'availability', { is_available: isAvailable });
    },

    /** Sets, on every node, whether messages from and to the user are shown as read to their sender (FT-03). */
    tellReadChanged({ userId, tellsRead }: TellReadChanged): void {
      const untold = untoldRoom(userId);
      if (tellsRead) server.removeFromRoom(untold, untold);
      else for (const room of [`user:${userId}`, statusRoom(userId)] as const) server.addToRoom(room, untold);
    },

    /**
     * Removes a user from their private chats before the account is deleted: no message of the user is accepted
     * afterwards, and existing messages stay, without the name (SV-13).
     */
    async deleting(tx: Tx, userId: number): Promise<void> {
      // Includes the heads of rooms, from which the user is removed next: all in one lock order, that of the writer.
      await members.lockHeadsOf(tx, userId);
      const peers = await listPeers(tx, userId, PEERS_NOTIFIED_OF_NAME);
      await leaveAll(tx, userId);
      await deleteReceipts(tx, userId);
      await deleteRequests(tx, userId);
      const oldUsername = (await namesOf(tx, [userId])).get(userId) ?? '';
      const person = { userId, oldUsername, username: anonymousName(userId), isGuest: false };
      afterCommit(tx, () => publishName(person, peers));
    },

    /** Notifies the open chats of both users, without revealing who blocked whom (SV-52). */
    blockChanged({ blockerId, blockedId, blockerName, blockedName, areBlocked }: BlockChange): void {
      setSubscribed(blockerId, blockedId, !areBlocked);
      setSubscribed(blockedId, blockerId, !areBlocked);
      // A block ends follows, which may make them strangers.
      hush(server, blockerId, blockedId);
      hush(server, blockedId, blockerId);
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
