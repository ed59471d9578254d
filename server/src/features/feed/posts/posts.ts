import type { FeedOptions } from '../index.ts';
import { createMediaList } from './media-list.service.ts';
import { createPostChanges } from './post-changes.service.ts';
import { createPostEvents } from './post-events.ts';
import { createPostFiles } from './post-files.service.ts';
import { findPostOfFile } from './post-rows.repository.ts';
import { createPublicPosts } from './public-posts.service.ts';
import { createUploads } from './uploads.service.ts';

/** Wires everything about single posts. */
export function createPosts(options: FeedOptions) {
  const { accounts, media, rooms } = options;
  const events = createPostEvents(rooms);
  const changes = createPostChanges({ ...options, events });
  accounts.onDeleting(changes.deleteAllOf);
  media.files.onSettled(async (tx, { fileId }) => {
    const row = await findPostOfFile(tx, fileId);
    if (row) events.previewReady(tx, row);
  });
  return {
    uploads: createUploads({ ...options, events }),
    changes,
    list: createMediaList(options),
    files: createPostFiles(options),
    publicPosts: createPublicPosts(options),
    viewerCookie: media.viewerCookie,
  };
}

export type Posts = ReturnType<typeof createPosts>;
