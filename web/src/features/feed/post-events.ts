import type { CreatorRoomEvents } from '@adda/contract/profiles';
import type { QueryClient } from '@tanstack/react-query';
import { cachedPost, patchPost, patchPosts, removePost } from './post-cache.ts';
import { postKeys } from './post-keys.ts';
import { rereadPost } from './post-queries.ts';

/** Events of a creator's room about posts. */
type PostEvent = Extract<keyof CreatorRoomEvents, `media_${string}`>;

const isPostEvent = (event: string): event is PostEvent => event.startsWith('media_');

const mediaIdOf = (payload: CreatorRoomEvents[PostEvent]): string =>
  'media' in payload ? payload.media.media_id : payload.media_id;

/** Updates a user's name and picture on their posts. */
function renameSender(client: QueryClient, now: CreatorRoomEvents['profile_updated']): void {
  patchPosts(client, (post) => {
    if (post.sender_username !== now.username || post.is_ad) return post;
    return { ...post, sender_display_name: now.display_name, sender_avatar: now.profile_image_url };
  });
}

/**
 * Applies an event of a creator's room to the cached posts. Idempotent; an event about a post that is not in the cache
 * causes no request. Posts in events carry no signed links, so they are reloaded. Ignores events that are neither about
 * posts nor about their senders.
 */
export function applyPostEvent<E extends keyof CreatorRoomEvents>(
  client: QueryClient,
  event: E,
  payload: CreatorRoomEvents[E],
): void {
  if (event === 'profile_updated') {
    // The event name determines the payload type, as below.
    renameSender(client, payload as CreatorRoomEvents['profile_updated']);
    return;
  }
  if (!isPostEvent(event)) return;
  // The event name determines the payload type; TypeScript can't infer that for a generic.
  const postPayload = payload as CreatorRoomEvents[PostEvent];
  if (event === 'media_uploaded') {
    void client.invalidateQueries({ queryKey: postKeys.fresh });
    return;
  }
  const mediaId = mediaIdOf(postPayload);
  if (event === 'media_deleted') {
    removePost(client, mediaId);
    // An open view of the post finds that it was deleted.
    void client.invalidateQueries({ queryKey: postKeys.one(mediaId) });
    return;
  }
  if (!cachedPost(client, mediaId)) return;
  if ('like_count' in postPayload) {
    const { like_count, comment_count, share_count } = postPayload;
    patchPost(client, mediaId, (post) => ({ ...post, like_count, comment_count, share_count }));
    return;
  }
  void rereadPost(client, mediaId);
}
