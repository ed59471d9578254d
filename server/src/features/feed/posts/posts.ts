import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { FeedOptions } from '../feed.types.ts';
import { createMediaList } from './media-list.service.ts';
import { createPostChanges, type HeldPost, type PostChanges } from './post-changes.service.ts';
import { createPostEvents, type PostEvents } from './post-events.ts';
import { createPostFiles } from './post-files.service.ts';
import { createPublicPosts } from './public-posts.service.ts';
import { createUploads } from './uploads.service.ts';
import { listListedIds } from './post-lists.repository.ts';
import { findPostOfFile } from './post-rows.repository.ts';

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

/** Maximum number of posts removed from open screens: the newest, which is what feeds show. */
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
  readonly wordFilter: Pick<WordFilter, 'raise'>;
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
    if (review !== null) afterCommit(tx, () => wordFilter.raise({ userId, words: [review], mediaId }));
  });

  return {
    /** Registers a callback for the transaction that takes down a post because its file is refused. */
    onRefused: (hook: RefusedHook): void => void hooks.push(hook),
  };
}
