import { createBatchReader, type Database } from '../../platform/database/index.ts';
import type { RoomName } from '../../platform/realtime/index.ts';
import { findBlockedUserIds, listBlockedPeople, blockEventsFor } from '../relations/index.ts';
import type { BlockChange } from '../relations/index.ts';
import { hidesRoom } from './rooms.types.ts';
import type { GroupServer } from './rooms.types.ts';

/**
 * Most users who are hidden from a connection before each event. Messages of further blocked users stay hidden, because
 * each commit names the recipients to leave out.
 */
const HIDDEN_PEOPLE_MAX = 1000;

/** Blocks in rooms. */
export type RoomBlocks = ReturnType<typeof createRoomBlocks>;

/**
 * Hides the events of two users with a block from each other. Every event that a user causes skips the connections in
 * `hides:<user id>`; a connection joins that room for each user with whom its own user has a block.
 */
export function createRoomBlocks({ database, server }: { database: Database; server: GroupServer }) {
  /** Few users have blocks, and many connect at the same time (CL-07). */
  const hasBlocks = createBatchReader({
    name: 'admissions',
    read: async (userIds: readonly number[]) => {
      const found = await findBlockedUserIds(database.db, userIds);
      return userIds.map((userId) => found.has(userId));
    },
  });

  return {
    /** Returns the `hides:` rooms that a new connection of a user starts in. */
    async hiddenFor(userId: number): Promise<RoomName[]> {
      if (!(await hasBlocks(userId))) return [];
      return (await listBlockedPeople(database.db, userId, HIDDEN_PEOPLE_MAX)).map(hidesRoom);
    },

    /**
     * Call after the commit of a change and before the response. Also notifies the open rooms of both users, so that
     * their screens hide or show the messages.
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
