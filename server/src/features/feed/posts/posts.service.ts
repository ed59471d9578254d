import { mediaId, type Post, MEDIA_PAGE, type PublicPost } from '@adda/contract/feed';
import { plainText } from '@adda/contract/kernel/formatting';
import { afterCommit, type Tx, type Database } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { FeedOptions } from '../feed.types.ts';
import { appError } from '../../../platform/errors.ts';
import type { PageHead } from '../../../platform/http/page-head.ts';
import { createPostChanges, type HeldPost, type PostChanges } from './post-changes.service.ts';
import { createPostEvents, type PostEvents } from './posts.events.ts';
import { createPostFiles } from './post-files.service.ts';
import { createUploads } from './uploads.service.ts';
import {
  listListedIds,
  findPostOfFile,
  countPosts,
  findSender,
  listPostIds,
  type PostCursor,
  listPublicRows,
} from './post-rows.repository.ts';
import { findPost, findPublicPost } from './find-post.service.ts';
import { readPosts, viewForPublic } from './post-view.service.ts';

/** Creates the services for single posts and wires them together. */
export function createPosts(options: FeedOptions) {
  const { accounts, media, rooms } = options;
  const events = createPostEvents(rooms);
  const changes = createPostChanges({ ...options, events });
  accounts.onDeleting('posts', changes.deleteAllOf);
  hideSuspended(options);
  const { onRefused } = subscribeToFiles({ ...options, changes, events });
  return {
    uploads: createUploads({ ...options, events }),
    changes,
    onRefused,
    list: createMediaList(options),
    files: createPostFiles(options),
    publicPosts: createPublicPosts(options),
    viewerCookie: media.viewerCookie,
  };
}

export type Posts = ReturnType<typeof createPosts>;

/** Maximum number of posts removed from open screens: the newest, since feeds show those first. */
const REMOVED_POSTS_MAX = 200;

/**
 * Removes the posts of a suspended user from open screens, as if they were deleted (SV-50, R-07). Later reads leave
 * them out anyway. Posts of a reinstated user reappear on the next read.
 */
function hideSuspended({ database, accounts, rooms, logger }: FeedOptions): void {
  accounts.onAccountStatusChanged(({ userId, username, isSuspended }) => {
    if (!isSuspended) return;
    listListedIds(database.db, userId, REMOVED_POSTS_MAX)
      .then((ids) => {
        for (const mediaId of ids)
          rooms.publishNow(userId, 'media_deleted', { media_id: mediaId, creator: username });
      })
      .catch((error: unknown) =>
        logger.error({ err: error }, 'open screens keep posts of somebody suspended'),
      );
  });
}

/** Callback that runs in the transaction that takes down a post because its file is refused. */
type RefusedHook = (tx: Tx, post: Pick<HeldPost, 'senderId' | 'mediaId'>) => Promise<void>;

type Deps = {
  readonly media: Pick<Media, 'files'>;
  readonly wordFilter: Pick<WordFilter, 'report'>;
  readonly changes: Pick<PostChanges, 'hold' | 'remove'>;
  readonly events: PostEvents;
};

/** Subscribes posts to the results of file processing (SV-58, SV-105). */
function subscribeToFiles({ media, wordFilter, changes, events }: Deps) {
  const hooks: RefusedHook[] = [];

  async function takeDown(tx: Tx, mediaId: string): Promise<void> {
    const post = await changes.hold(tx, mediaId);
    // Deleted in the meantime by its sender.
    if (!post) return;
    await changes.remove(tx, post);
    for (const hook of hooks) await hook(tx, post);
  }

  media.files.onSettled(async (tx, { fileId, state, review }) => {
    const row = await findPostOfFile(tx, fileId);
    if (!row) return;
    const { author_id: userId, media_id: mediaId } = row;
    if (state === 'refused') return takeDown(tx, mediaId);
    events.previewReady(tx, row);
    if (review !== null) afterCommit(tx, () => wordFilter.report({ userId, words: [review], mediaId }));
  });

  return {
    /** Registers a callback for the transaction that takes down a post because its file is refused. */
    onRefused: (hook: RefusedHook): void => void hooks.push(hook),
  };
}

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
  /** Only locked posts (HM-15). */
  readonly locked?: 'true' | undefined;
};

/** Creates the queries for single posts and for the posts of one user. */
function createMediaList({ database, media }: { readonly database: Database; readonly media: Media }) {
  const { db, replicas } = database;
  return {
    /**
     * Returns a user's posts, or only the locked ones, newest first, with their total number: all of the caller's own, of other users those that
     * the feed may show (SV-59), none of a blocked user. Throws `user_not_found`, also for a suspended user, and
     * `invalid_parameters` for an invalid `after`.
     */
    async list(viewerId: number, { creator, skip, limit, after, locked }: Query) {
      const place = after === undefined ? undefined : readCursor(after);
      if (after !== undefined && !place) throw appError('invalid_parameters');
      const sender = await findSender(db, viewerId, creator);
      if (!sender || (sender.isSuspended && sender.id !== viewerId)) throw appError('user_not_found');
      if (sender.isBlocked) return { media: [], total_count: 0 };
      const isLocked = locked === 'true';
      const query = { viewerId, senderId: sender.id, after: place, skip, limit, isLocked };
      const ids = await replicas.readPossiblyStale(viewerId, (from) => listPostIds(from, query));
      // Which of them are shown is decided on the primary (CL-05).
      const posts = await readPosts(db, { viewerId, media }, ids);
      const counts = await replicas.readPossiblyStale(viewerId, (from) =>
        countPosts(from, viewerId, sender.id),
      );
      return { media: posts.map(withPosition), total_count: isLocked ? counts.locked : counts.total };
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

type PublicPostsDeps = { readonly database: Database; readonly publicUrl: () => string };

/** Creates the queries of public posts, for callers without an account and for link previews. */
function createPublicPosts({ database: { db }, publicUrl }: PublicPostsDeps) {
  return {
    /** Returns a public post. Throws `media_not_found`. */
    async get(mediaId: string): Promise<PublicPost> {
      const row = await findPublicPost(db, mediaId);
      if (!row) throw appError('media_not_found');
      return viewForPublic(row);
    },

    /** Returns the newest public posts of a permanent account. Throws `user_not_found`. */
    async list(username: string): Promise<PublicPost[]> {
      const sender = await findSender(db, undefined, username);
      if (!sender || sender.isGuest || sender.isSuspended) throw appError('user_not_found');
      return (await listPublicRows(db, sender.id, MEDIA_PAGE)).map(viewForPublic);
    },

    /** Returns the page metadata of a post for link previews; undefined if it is not public. */
    async pageHeadOf(mediaId: string): Promise<PageHead | undefined> {
      const row = await findPublicPost(db, mediaId);
      if (!row) return undefined;
      const { caption, preview_url: preview } = viewForPublic(row);
      const kind = row.kind === 'video' ? 'A video' : 'A photo';
      return {
        title: `${row.display_name} on Adda`,
        description: plainText(caption ?? '', 'Hidden text') || `${kind} on Adda`,
        url: `${publicUrl()}/post/${row.media_id}`,
        ...(preview !== null && { imageUrl: `${publicUrl()}${preview}` }),
        kind: 'article',
      };
    },
  };
}
