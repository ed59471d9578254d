import type { Logger } from 'pino';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { CreatorRooms } from '../../profiles/index.ts';
import { readCounts } from './post-activity.repository.ts';

/** Changes of a post within this time are told once. */
const TOLD_EVERY_MS = 250;

/** Posts that wait to be told of; what is more is left out, for counts are hints. */
const WAITING_MAX = 1000;

type Deps = {
  readonly database: Database;
  readonly rooms: Pick<CreatorRooms, 'publishNow'>;
  readonly logger: Logger;
};

/** Tells those who look at a creator how often posts are liked, commented and shared by now. */
export type LiveCounts = ReturnType<typeof createLiveCounts>;

/**
 * Collects posts whose counts have changed and reads them all in one statement, so that a post that many people like at
 * once is told of four times a second at most. What is read is committed and the newest there is.
 */
export function createLiveCounts({ database, rooms, logger }: Deps) {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  async function tell(postIds: readonly number[]): Promise<void> {
    try {
      for (const { mediaId, authorId, isListed, ...counts } of await readCounts(database.db, postIds)) {
        const payload = {
          media_id: mediaId,
          like_count: counts.likes,
          comment_count: counts.comments,
          share_count: counts.shares,
        };
        rooms.publishNow(authorId, 'media_reactions', payload, isListed ? 'room' : 'owner');
      }
    } catch (error) {
      // Whoever opens the post reads them.
      logger.error({ err: error }, 'counts of posts could not be told');
    }
  }

  /** One after the other, so that nothing older is told after something newer. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const postIds = [...waiting];
    waiting.clear();
    if (postIds.length > 0) telling = telling.then(() => tell(postIds));
    return telling;
  }

  return {
    /** To be called in the transaction that changes the counts of these posts. */
    changed(tx: Tx, postIds: readonly number[]): void {
      afterCommit(tx, () => {
        for (const postId of postIds) {
          if (waiting.size < WAITING_MAX) waiting.add(postId);
        }
        if (waiting.size > 0) timer ??= setTimeout(() => void flush(), TOLD_EVERY_MS);
      });
    },
    /** Tells at once what waits; for the end of the program. */
    close: flush,
  };
}
