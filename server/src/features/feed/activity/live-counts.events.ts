import type { Logger } from 'pino';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { CreatorRooms } from '../../profiles/index.ts';
import { readCounts } from './post-activity.repository.ts';

/** Changes of a post within this time are published once. */
const TOLD_EVERY_MS = 250;

/** Maximum number of posts waiting for publication. More are dropped: counts are hints. */
const WAITING_MAX = 1000;

type Deps = {
  readonly database: Database;
  readonly rooms: Pick<CreatorRooms, 'publishNow'>;
  readonly logger: Logger;
};

/** Publishes the current like, comment and share counts of changed posts to the creators' rooms. */
export type LiveCounts = ReturnType<typeof createLiveCounts>;

/**
 * Collects the ids of posts whose counts changed and reads all of them in one statement, so that a post with many
 * concurrent likes is published at most four times a second. The counts are read after the commit, so they are current.
 */
export function createLiveCounts({ database, rooms, logger }: Deps) {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let publishing: Promise<void> = Promise.resolve();

  async function publish(postIds: readonly number[]): Promise<void> {
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
      // Counts are read again when a client opens the post.
      logger.error({ err: error }, 'counts of posts could not be told');
    }
  }

  /** Flushes run one after the other, so that older counts are never published after newer ones. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const postIds = [...waiting];
    waiting.clear();
    if (postIds.length > 0) publishing = publishing.then(() => publish(postIds));
    return publishing;
  }

  return {
    /** Call in the transaction that changes the counts of these posts. */
    changed(tx: Tx, postIds: readonly number[]): void {
      afterCommit(tx, () => {
        for (const postId of postIds) {
          if (waiting.size < WAITING_MAX) waiting.add(postId);
        }
        if (waiting.size > 0) timer ??= setTimeout(() => void flush(), TOLD_EVERY_MS);
      });
    },
    /** Publishes everything that waits; for shutdown. */
    close: flush,
  };
}
