import type { Tx } from '../../../platform/database/index.ts';
import type { CreatorRooms } from '../../profiles/index.ts';
import type { PostRow } from './post-rows.repository.ts';
import { roomPreview, viewForRoom } from './post-view.service.ts';
import type { LockedPost } from './posts.repository.ts';

const audienceOf = (isListed: boolean) => (isListed ? 'room' : 'owner');

/**
 * Publishes changes of a post after the commit: to the sender's room, or to the sender's own shells if the post is not
 * listed (SV-100, X-26).
 */
export function createPostEvents(rooms: CreatorRooms) {
  return {
    uploaded(tx: Tx, row: PostRow): void {
      rooms.publish(
        tx,
        row.author_id,
        'media_uploaded',
        { media: viewForRoom(row) },
        audienceOf(row.is_listed),
      );
    },

    /** For users who may no longer find the post, the update is published as a deletion. */
    updated(tx: Tx, row: PostRow, before: LockedPost): void {
      if (before.isListed && !row.is_listed) this.deleted(tx, before);
      rooms.publish(
        tx,
        row.author_id,
        'media_updated',
        { media: viewForRoom(row) },
        audienceOf(row.is_listed),
      );
    },

    deleted(tx: Tx, { mediaId, senderId, sender, isListed }: LockedPost): void {
      const payload = { media_id: mediaId, creator: sender };
      rooms.publish(tx, senderId, 'media_deleted', payload, audienceOf(isListed));
    },

    previewReady(tx: Tx, row: PostRow): void {
      const payload = { media_id: row.media_id, creator: row.username, preview_url: roomPreview(row) };
      rooms.publish(tx, row.author_id, 'media_preview_ready', payload, audienceOf(row.is_listed));
    },
  };
}

export type PostEvents = ReturnType<typeof createPostEvents>;
