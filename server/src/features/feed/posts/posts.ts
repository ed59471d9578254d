import type { FeedOptions } from '../feed.types.ts';
import { createMediaList } from './media-list.service.ts';
import { createPostChanges } from './post-changes.service.ts';
import { createPostEvents } from './post-events.ts';
import { createPostFiles } from './post-files.service.ts';
import { createPublicPosts } from './public-posts.service.ts';
import { subscribeToFiles } from './settled-files.ts';
import { hideSuspended } from './suspended-senders.ts';
import { createUploads } from './uploads.service.ts';

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
