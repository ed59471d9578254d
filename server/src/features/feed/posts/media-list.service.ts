import { mediaId, type Post } from '@adda/contract/feed';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Media } from '../../media/index.ts';
import { countPosts } from './count-posts.repository.ts';
import { findPost } from './find-post.ts';
import { findSender, listPostIds, type PostCursor } from './post-lists.repository.ts';
import { readPosts } from './read-posts.ts';

/** Serializes the cursor of a list of posts by age; needs no URL escaping. */
export const writeCursor = ({ createdAt, mediaId: id }: PostCursor): string =>
  `${createdAt.getTime().toString(36)}.${id}`;

/** Parses a cursor; undefined for any other text. */
export function readCursor(text: string): PostCursor | undefined {
  const [time = '', id = '', ...rest] = text.split('.');
  const createdAt = new Date(Number.parseInt(time, 36));
  if (!/^[0-9a-z]{1,9}$/.test(time) || rest.length > 0 || !mediaId.safeParse(id).success) return undefined;
  return { createdAt, mediaId: id };
}

type Query = {
  readonly creator: string;
  readonly skip: number;
  readonly limit: number;
  readonly after?: string | undefined;
};

/** Creates the queries for single posts and for the posts of one user. */
export function createMediaList({ database, media }: { readonly database: Database; readonly media: Media }) {
  const { db } = database;
  return {
    /**
     * Returns a user's posts, newest first, with their total number: all of the caller's own, of other users those that
     * the feed may show (SV-59), none of a blocked user. Throws `user_not_found`, also for a suspended user, and
     * `invalid_parameters` for an invalid `after`.
     */
    async list(viewerId: number, { creator, skip, limit, after }: Query) {
      const place = after === undefined ? undefined : readCursor(after);
      if (after !== undefined && !place) throw appError('invalid_parameters');
      const sender = await findSender(db, creator);
      if (!sender || (sender.isSuspended && sender.id !== viewerId)) throw appError('user_not_found');
      const ids = await listPostIds(db, { viewerId, senderId: sender.id, after: place, skip, limit });
      const posts = await readPosts(db, { viewerId, media }, ids);
      return { media: posts.map(withPosition), total_count: await countPosts(db, viewerId, sender.id) };
    },

    /** Returns one post. Throws `invalid_media_id` or `media_not_found`. */
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
  position: writeCursor({ createdAt: new Date(post.created_at), mediaId: post.media_id }),
});
