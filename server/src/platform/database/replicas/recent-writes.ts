import type { Cluster, Redis } from 'ioredis';
import type { RecentWrites } from '../database.types.ts';
import { MAX_LAG_MS } from './replica.ts';

/** A request is noted again when it ends, unless it took less than this: then the note at its beginning covers it. */
export const NOTED_AGAIN_AFTER_MS = 1_000;

/**
 * How long after a write its user reads from the primary. A replica that is used has replayed everything up to `MAX_LAG_MS`
 * ago; the rest covers the time from the note to the commit, with a second to spare.
 */
const NOTED_MS = MAX_LAG_MS + NOTED_AGAIN_AFTER_MS + 1_000;

const keyOf = (userId: number): string => `wrote:${userId}`;

/**
 * Creates the memory of recent writes: in Redis for several nodes, in this process without Redis. A Redis that was restarted may
 * have lost notes. Its connections break then, so all reads go to the primary until the new connection is older than any
 * lost note could be. So it is for each server of a cluster.
 */
export function createRecentWrites(redis?: Redis | Cluster): RecentWrites {
  const own = createOwnNotes();
  let connectedAt = redis?.status === 'ready' ? performance.now() : undefined;
  redis?.on('ready', () => (connectedAt = performance.now()));
  redis?.on('close', () => (connectedAt = undefined));
  // A server of a cluster is gone, and may come back empty.
  redis?.on('-node', () => (connectedAt &&= performance.now()));
  const knowsAll = () => connectedAt !== undefined && performance.now() - connectedAt > NOTED_MS;
  return {
    note: async (userId) => {
      own.add(userId);
      // Redis logs by itself that it is unavailable; every node that notices reads from the primary.
      await redis?.set(keyOf(userId), '1', 'PX', NOTED_MS).catch(() => undefined);
    },
    mayHaveWritten: async (userId) => {
      if (own.has(userId)) return true;
      if (!redis) return false;
      if (!knowsAll()) return true;
      const count = await redis.exists(keyOf(userId)).catch(() => undefined);
      // The connection may have been lost and restored while the answer was awaited.
      return count !== 0 || !knowsAll();
    },
  };
}

/** The notes of this process, the oldest first. */
function createOwnNotes() {
  const notedAt = new Map<number, number>();
  return {
    add(userId: number): void {
      const now = performance.now();
      notedAt.delete(userId);
      notedAt.set(userId, now);
      for (const [oldest, at] of notedAt) {
        if (now - at <= NOTED_MS) break;
        notedAt.delete(oldest);
      }
    },
    has(userId: number): boolean {
      const at = notedAt.get(userId);
      return at !== undefined && performance.now() - at <= NOTED_MS;
    },
  };
}
