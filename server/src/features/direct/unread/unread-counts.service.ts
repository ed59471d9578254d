import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import type { LiveEvent, LiveServer } from '../../live/index.ts';
import { countUnread, listOnline } from './unread.repository.ts';

/** Number of users in one statement; more users wait for the next. */
const COUNTED_AT_ONCE = 500;

type Deps = {
  readonly database: Database;
  readonly server: Pick<LiveServer, 'publishFlush' | 'connectionsIn'>;
  readonly logger: Logger;
};

/** Publishes the unread counts of users (UN-10). */
export type UnreadCounts = {
  /** Recounts for these users and notifies all their connections; called after the commit. */
  readonly changed: (userIds: Iterable<number>) => void;
  /** Resolves when all pending counts are published; also called when the program ends. */
  readonly settled: () => Promise<void>;
};

const userRoom = (userId: number): RoomName => `user:${userId}`;

/**
 * Creates the publisher of unread counts. One statement at a time counts for all waiting users, and changes during it
 * are counted by the next: at full load there are few statements, regardless of the number of messages. Users without a
 * connection are skipped.
 */
export function createUnreadCounts({ database, server, logger }: Deps): UnreadCounts {
  const waiting = new Set<number>();
  let running: Promise<void> | undefined;

  async function connectedOf(userIds: readonly number[]): Promise<number[]> {
    const here = userIds.filter((userId) => server.connectionsIn(userRoom(userId)) > 0);
    const others = userIds.filter((userId) => !here.includes(userId));
    return others.length === 0 ? here : [...here, ...(await listOnline(database.db, others))];
  }

  async function publish(userIds: readonly number[]): Promise<void> {
    const readers = await connectedOf(userIds);
    if (readers.length === 0) return;
    const toRooms = new Map<RoomName, LiveEvent[]>();
    for (const [userId, bySender] of await countUnread(database.db, readers)) {
      const total = Object.values(bySender).reduce((sum, count) => sum + count, 0);
      const payload = { total, by_sender: bySender };
      toRooms.set(userRoom(userId), [{ event: 'unread_count', payload }]);
    }
    server.publishFlush({ toRooms, toConnections: new Map() });
  }

  async function loop(): Promise<void> {
    while (waiting.size > 0) {
      const userIds = [...waiting].slice(0, COUNTED_AT_ONCE);
      for (const userId of userIds) waiting.delete(userId);
      try {
        await publish(userIds);
      } catch (error) {
        // Clients request their unread messages whenever they connect.
        logger.error({ err: error }, 'unread messages could not be counted');
      }
    }
    running = undefined;
  }

  return {
    changed: (userIds) => {
      for (const userId of userIds) waiting.add(userId);
      if (waiting.size > 0) running ??= loop();
    },
    settled: async () => {
      await running;
    },
  };
}
