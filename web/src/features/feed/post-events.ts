import type { CreatorRoomEvents } from '@adda/contract/profiles';
import type { QueryClient } from '@tanstack/react-query';
import { heldPost, patchPost, patchPosts, removePost } from './post-cache.ts';
import { postKeys } from './post-keys.ts';
import { rereadPost } from './post-queries.ts';

/** Events of a creator's room that are about posts. */
type PostEvent = Extract<keyof CreatorRoomEvents, `media_${string}`>;

const isNamed = (event: string): event is PostEvent => event.startsWith('media_');

const mediaIdOf = (payload: CreatorRoomEvents[PostEvent]): string =>
  'media' in payload ? payload.media.media_id : payload.media_id;

/** The new name and picture of somebody stand on their posts. */
function renameSender(client: QueryClient, now: CreatorRoomEvents['profile_updated']): void {
  patchPosts(client, (post) => {
    if (post.sender_username !== now.username || post.is_ad) return post;
    return { ...post, sender_display_name: now.display_name, sender_avatar: now.profile_image_url };
  });
}

/**
 * Puts what happened to a post where posts are held. Twice the same does what once does, and an event about a post that is
 * nowhere to be seen costs nothing. Posts of events carry no links, so those are asked for anew. Other events than those
 * about posts and their senders are ignored.
 */
export function applyPostEvent<E extends keyof CreatorRoomEvents>(
  client: QueryClient,
  event: E,
  payload: CreatorRoomEvents[E],
): void {
  if (event === 'profile_updated') {
    // As below: the name tells which payload it is.
    renameSender(client, payload as CreatorRoomEvents['profile_updated']);
    return;
  }
  if (!isNamed(event)) return;
  // The event's name tells which payload it is; TypeScript does not carry that over from a generic.
  const said = payload as CreatorRoomEvents[PostEvent];
  if (event === 'media_uploaded') {
    void client.invalidateQueries({ queryKey: postKeys.fresh });
    return;
  }
  const mediaId = mediaIdOf(said);
  if (event === 'media_deleted') {
    removePost(client, mediaId);
    // Who has it open finds that it is gone.
    void client.invalidateQueries({ queryKey: postKeys.one(mediaId) });
    return;
  }
  if (!heldPost(client, mediaId)) return;
  if ('like_count' in said) {
    const { like_count, comment_count, share_count } = said;
    patchPost(client, mediaId, (post) => ({ ...post, like_count, comment_count, share_count }));
    return;
  }
  void rereadPost(client, mediaId);
}
