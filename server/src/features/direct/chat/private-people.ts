import { anonymousName } from '@adda/contract/accounts';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import type { Renamed } from '../../accounts/index.ts';
import { members } from '../../messages/index.ts';
import type { PresenceChange } from '../../presence/index.ts';
import type { BlockChange } from '../../relations/index.ts';
import { chatRoom, statusRoom, typingRoom } from '../direct.types.ts';
import type { PrivateEvent, PrivateServer } from '../direct.types.ts';
import { leaveAll, namesOf } from './pairs.repository.ts';

type Deps = {
  readonly database: Database;
  readonly server: PrivateServer;
};

/** What private chats do when something happens to a person elsewhere. */
export function createPrivatePeople({ database, server }: Deps) {
  const flush = (toRooms: ReadonlyMap<RoomName, readonly PrivateEvent[]>) =>
    server.publishFlush({ toRooms, toConnections: new Map() });

  function renamed({ userId, oldUsername, username, isGuest }: Renamed): void {
    const payload = { old_username: oldUsername, username, is_guest: isGuest };
    flush(new Map([[statusRoom(userId), [{ event: 'user_renamed', payload }]]]));
  }

  /** Whether somebody's open chats with another hear, on every node, if the other types or is here. */
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
      const toRooms = new Map<RoomName, PrivateEvent[]>();
      for (const { userId, isOnline, at } of changes) {
        const username = names.get(userId);
        if (username === undefined) continue;
        const payload = { username, is_online: isOnline, last_active: isOnline ? null : at.toISOString() };
        toRooms.set(statusRoom(userId), [{ event: 'user_status', payload }]);
      }
      if (toRooms.size > 0) flush(toRooms);
    },

    /** Tells open chats the new name of the other person (SV-04). */
    renamed,

    /**
     * Takes a person out of their private chats before the account is gone: nothing of theirs is accepted from then on,
     * what they wrote stays, without the name (SV-13).
     */
    async deleting(tx: Tx, userId: number): Promise<void> {
      // Those of rooms too, for whoever takes the person out of them next: all at once in the writer's order of locks.
      await members.lockHeadsOf(tx, userId);
      await leaveAll(tx, userId);
      const oldUsername = (await namesOf(tx, [userId])).get(userId) ?? '';
      const person = { userId, oldUsername, username: anonymousName(userId), isGuest: false };
      afterCommit(tx, () => renamed(person));
    },

    /** Tells both sides' open chats with each other, without saying who blocked whom (SV-52). */
    blockChanged({ blockerId, blockedId, blockerName, blockedName, areBlocked }: BlockChange): void {
      setHearing(blockerId, blockedId, !areBlocked);
      setHearing(blockedId, blockerId, !areBlocked);
      const eventAbout = (username: string): PrivateEvent => ({
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
