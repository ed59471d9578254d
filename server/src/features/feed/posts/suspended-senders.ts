import type { FeedOptions } from '../index.ts';
import { listListedIds } from './post-lists.repository.ts';

/** Posts that open screens are told of: the newest, which is what feeds show. */
const POSTS_MAX = 200;

/**
 * Takes the posts of somebody who is suspended off open screens, as if they were deleted (SV-50, R-07); what is read
 * later leaves them out by itself. Whoever is let in again is seen at the next look.
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
