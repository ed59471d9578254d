import type { Post } from '@adda/contract/feed';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Media } from '../../media/index.ts';
import { countPosts } from './count-posts.repository.ts';
import { findPost } from './find-post.ts';
import { findSender, listPostIds } from './post-lists.repository.ts';
import { readPlace, writePlace } from './post-place.ts';
import { readPosts } from './read-posts.ts';

type Query = {
  readonly creator: string;
  readonly skip: number;
  readonly limit: number;
  readonly after?: string | undefined;
};

/** Reading single posts, and those of one person. */
export function createMediaList({ database, media }: { readonly database: Database; readonly media: Media }) {
  const { db } = database;
  return {
    /**
     * Somebody's posts, the newest first, with how many there are: all of one's own, of others what the feed may show
     * (SV-59); of somebody blocked none. Throws `user_not_found`, also for somebody suspended, and `invalid_parameters` for an `after` that is no
     * position.
     */
    async list(viewerId: number, { creator, skip, limit, after }: Query) {
      const place = after === undefined ? undefined : readPlace(after);
      if (after !== undefined && !place) throw appError('invalid_parameters');
      const sender = await findSender(db, creator);
      if (!sender || (sender.isSuspended && sender.id !== viewerId)) throw appError('user_not_found');
      const ids = await listPostIds(db, { viewerId, senderId: sender.id, after: place, skip, limit });
      const posts = await readPosts(db, { viewerId, media }, ids);
      return { media: posts.map(withPosition), total_count: await countPosts(db, viewerId, sender.id) };
    },

    /** One post. Throws `invalid_media_id` or `media_not_found`. */
    async get(viewerId: number, mediaId: string): Promise<Post> {
      const { id } = await findPost(db, viewerId, mediaId);
      const [post] = await readPosts(db, { viewerId, media }, [id]);
      if (!post) throw appError('media_not_found');
      return post;
    },
  };
}

const withPosition = (post: Post): Post => ({
  ...post,
  position: writePlace({ createdAt: new Date(post.created_at), mediaId: post.media_id }),
});
