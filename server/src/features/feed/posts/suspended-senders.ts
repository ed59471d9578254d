import type { FeedOptions } from '../feed.types.ts';
import { listListedIds } from './post-lists.repository.ts';

/** Maximum number of posts removed from open screens: the newest, which is what feeds show. */
const POSTS_MAX = 200;

/**
 * Removes the posts of a suspended user from open screens, as if they were deleted (SV-50, R-07). Later reads leave
 * them out anyway. Posts of a reinstated user reappear on the next read.
 */
export function hideSuspended({ database, accounts, rooms, logger }: FeedOptions): void {
  accounts.onAccountStatusChanged(({ userId, username, isSuspended }) => {
    if (!isSuspended) return;
    listListedIds(database.db, userId, POSTS_MAX)
      .then((ids) => {
        for (const mediaId of ids)
          rooms.publishNow(userId, 'media_deleted', { media_id: mediaId, creator: username });
      })
      .catch((error: unknown) =>
        logger.error({ err: error }, 'open screens keep posts of somebody suspended'),
      );
  });
}
