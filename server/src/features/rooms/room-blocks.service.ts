import type { Database } from '../../platform/database/index.ts';
import type { RoomName } from '../../platform/realtime/index.ts';
import { listBlockedPeople, blockEventsFor } from '../relations/index.ts';
import type { BlockChange } from '../relations/index.ts';
import { hidesRoom } from './rooms.types.ts';
import type { GroupServer } from './rooms.types.ts';

/** People who are hidden from one connection before each event; who has blocked more is still shown no messages of theirs. */
const HIDDEN_PEOPLE_MAX = 1000;

/** What rooms do about blocks. */
export type RoomBlocks = ReturnType<typeof createRoomBlocks>;

/**
 * Keeps what either of two blocked people does from the other's open rooms. Every event that somebody causes passes over
 * the connections in `hides:<that person>`; a connection is in the room of everybody with whom its person is blocked.
 */
export function createRoomBlocks({ database, server }: { database: Database; server: GroupServer }) {
  return {
    /** Returns the `hides:` rooms that a new connection of a user starts in. */
    async hiddenFor(userId: number): Promise<RoomName[]> {
      return (await listBlockedPeople(database.db, userId, HIDDEN_PEOPLE_MAX)).map(hidesRoom);
    },

    /**
     * To be called once a change is committed and before it is answered. Also tells the open rooms of the two, so that
     * what is on their screens goes or comes back.
     */
    changed(block: BlockChange): void {
      const change = block.areBlocked ? server.addToRoom : server.removeFromRoom;
      change(`user:${block.blockerId}`, hidesRoom(block.blockedId));
      change(`user:${block.blockedId}`, hidesRoom(block.blockerId));
      for (const { userId, notice } of blockEventsFor(block))
        server.publish(`user:${userId}`, 'blocked_notification', notice);
    },
  };
}
