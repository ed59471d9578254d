import type { Liker } from '@adda/contract/feed';
import { appError } from '../../../platform/errors.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { ActivityTeller } from '../../activity/index.ts';
import { createKeyedSemaphore } from '../../../platform/limits/keyed-semaphore.ts';
import { SemaphoreFullError } from '../../../platform/limits/semaphore.ts';
import { lockPeople } from '../../relations/index.ts';
import { findPost } from '../posts/find-post.service.ts';
import type { LiveCounts } from './live-counts.events.ts';
import {
  countShare,
  deletePostActivityOf,
  listLikers,
  toggleLike,
  type LikesPage,
} from './post-activity.repository.ts';

/**
 * Likes of one post on this node that are written at once, and that may wait. Each holds the lock of the post until its commit, so
 * more of them would only hold connections that others need (NT-04).
 */
const LIKES_OF_POST = { atOnce: 2, waiting: 1000 };

/** Seconds after which a like that could not even wait may be tried again. */
const RETRY_AFTER_SECONDS = 1;

/** Prefix of the ids of ads, which appear among posts in the feed. */
const AD_PREFIX = 'ad_';

type Deps = {
  readonly database: Database;
  readonly liveCounts: Pick<LiveCounts, 'changed'>;
  readonly activity: Pick<ActivityTeller, 'tell' | 'changed'>;
  readonly publicUrl: () => string;
  /** Features that the operator has enabled. */
  readonly features: { readonly likes: boolean; readonly shares: boolean };
};

/** Service for likes and shares. */
export type PostActivity = ReturnType<typeof createPostActivity>;

/** Creates the service. The post row is locked while counting, so that concurrent likes are not lost. */
export function createPostActivity({ database, liveCounts, activity, publicUrl, features }: Deps) {
  const inTurn = createKeyedSemaphore(LIKES_OF_POST);
  return {
    /**
     * Likes a post, or withdraws the like (SV-64). Throws `coming_soon` if likes are disabled, `ads_cannot_be_liked`,
     * `invalid_media_id`, `media_not_found`, `media_locked`, or `rate_limited` while too many like the same post.
     */
    async like(actor: Actor, mediaId: string): Promise<{ liked: boolean; like_count: number }> {
      if (!features.likes) throw appError('coming_soon');
      if (mediaId.startsWith(AD_PREFIX)) throw appError('ads_cannot_be_liked');
      const write = () =>
        database.transaction(async (tx) => {
          if (!(await lockPeople(tx, [actor.userId]))) throw appError('invalid_token');
          const { id, authorId, canView } = await findPost(tx, actor.userId, mediaId, { forUpdate: true });
          const { isLiked, count } = await toggleLike(tx, id, actor.userId);
          // Throwing here rolls the like back. Withdrawing a like needs no right: the post may have been locked in the
          // meantime.
          if (isLiked && !canView) throw appError('media_locked');
          liveCounts.changed(tx, [id]);
          const subject = { type: 'post', id: mediaId } as const;
          if (isLiked)
            await activity.tell(tx, [{ userId: authorId, kind: 'like', subject, actorId: actor.userId }]);
          else await activity.changed(tx, [subject]);
          return { liked: isLiked, like_count: count };
        });
      try {
        return await inTurn(mediaId, write);
      } catch (error) {
        throw error instanceof SemaphoreFullError
          ? appError('rate_limited', { retry_after: RETRY_AFTER_SECONDS })
          : error;
      }
    },

    /**
     * Returns a page of the users who like a post that the caller may find (FE-13). Throws `invalid_media_id` or
     * `media_not_found`.
     */
    async listLikes(actor: Actor, mediaId: string, page: LikesPage): Promise<{ likes: Liker[] }> {
      const { id } = await findPost(database.db, actor.userId, mediaId);
      return { likes: await listLikers(database.db, actor.userId, id, page) };
    },

    /**
     * Counts a share and returns the address of the post, which requires the same rights as the feed (SV-65). Throws
     * `coming_soon` if shares are disabled, `invalid_media_id` or `media_not_found`.
     */
    async share(actor: Actor, mediaId: string): Promise<{ share_url: string; share_count: number }> {
      if (!features.shares) throw appError('coming_soon');
      return database.transaction(async (tx) => {
        const post = await findPost(tx, actor.userId, mediaId, { forUpdate: true });
        const count = await countShare(tx, post.id);
        liveCounts.changed(tx, [post.id]);
        return { share_url: `${publicUrl()}/post/${post.mediaId}`, share_count: count };
      });
    },

    /** Deletes the user's likes and comments before the account is deleted (SV-13). */
    async forget(tx: Tx, userId: number): Promise<void> {
      const { posts, commentIds } = await deletePostActivityOf(tx, userId);
      liveCounts.changed(
        tx,
        posts.map(({ id }) => id),
      );
      await activity.changed(tx, [
        ...posts.map(({ mediaId }) => ({ type: 'post', id: mediaId }) as const),
        ...commentIds.map((id) => ({ type: 'comment', id }) as const),
      ]);
    },
  };
}
