import { LIKED_BY_MAX, type Post, type PublicPost } from '@adda/contract/feed';
import type { Media } from '../../media/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { type PostRow, type ViewedRow, findPostRows } from './post-rows.repository.ts';

/** Path of the preview of a public post, accessible without an account. */
const sharedPath = (mediaId: string): string => `/media/shared/${mediaId}`;

/** Fields of a post that are the same for all viewers. */
function cardOf(row: PostRow) {
  return {
    media_id: row.media_id,
    sender: row.username,
    sender_username: row.username,
    sender_display_name: row.display_name,
    sender_avatar: row.avatar,
    is_ad: false,
    ad_id: null,
    sponsor: null,
    target_url: null,
    is_locked: row.is_locked,
    plan_id: row.plan_id,
    price_from: row.cheapest_cents === null ? null : row.cheapest_cents / 100,
    is_video: row.kind === 'video',
    blur_url: row.blur,
    preview_pending: row.state === 'pending',
    caption: row.caption,
    hashtags: row.hashtags,
    feeling: row.feeling,
    visibility: row.visibility,
    upload_date: row.created_at.toISOString(),
    created_at: row.created_at.toISOString(),
    like_count: row.like_count,
    comment_count: row.comment_count,
    share_count: row.share_count,
    // The size of the original is not the size that will be served, so it is null until the file is ready.
    file_size: row.state === 'ready' ? row.bytes : null,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    has_media: row.file_id !== null,
    position: '',
  };
}

/** Whether the post's file has a preview picture. */
const hasPreview = (row: PostRow): boolean => row.state === 'ready' && row.has_preview === true;

/** Returns a post for one viewer. Links to its file are signed only if `can_view` is true (R-15, SV-54). */
function viewFor(row: ViewedRow, viewerId: number, media: Pick<Media, 'fileLink'>): Post {
  const link = (isPreview: boolean) => media.fileLink({ mediaId: row.media_id, viewerId, isPreview });
  const others = row.likers.slice(0, row.is_liked ? LIKED_BY_MAX - 1 : LIKED_BY_MAX);
  return {
    ...cardOf(row),
    can_view: row.can_view,
    ...(row.can_view
      ? {
          media_url: row.state === 'ready' ? link(false) : null,
          preview_url: hasPreview(row) ? link(true) : null,
          original_filename: row.original_filename,
        }
      : { media_url: null, preview_url: row.blur, original_filename: null }),
    liked_by: row.is_liked ? [row.viewer, ...others] : others,
    liked_by_me: row.is_liked,
    is_own: row.author_id === viewerId,
    is_following: row.is_following,
  };
}

/** Returns the preview that everyone in a room may see: a public post's own, a locked post's blurred placeholder. */
export function roomPreview(row: PostRow): string | null {
  if (row.is_locked) return row.blur;
  return row.visibility === 'public' && hasPreview(row) ? sharedPath(row.media_id) : null;
}

/**
 * Returns a post for an event, the same for all recipients: no links and no field that depends on the viewer (SV-100).
 */
export function viewForRoom(row: PostRow): Post {
  return {
    ...cardOf(row),
    can_view: !row.is_locked,
    media_url: null,
    preview_url: roomPreview(row),
    original_filename: null,
    liked_by: [],
    liked_by_me: false,
    is_own: false,
    is_following: false,
  };
}

/** Returns a public post for callers without an account. */
export function viewForPublic(row: PostRow): PublicPost {
  return {
    media_id: row.media_id,
    sender: row.username,
    sender_display_name: row.display_name,
    sender_avatar: row.avatar,
    caption: row.caption,
    is_video: row.kind === 'video',
    preview_url: roomPreview(row),
    blur_url: row.blur,
    width: row.width,
    height: row.height,
    created_at: row.created_at.toISOString(),
  };
}

/** The viewer, and the signer of links for that viewer. */
type PostReader = { readonly viewerId: number; readonly media: Pick<Media, 'fileLink'> };

/**
 * Returns posts as one viewer sees them, in the order of the ids, in one statement; posts that the viewer may not find
 * are left out. `position` is empty: the list sets it.
 */
export async function readPosts(
  db: Queryable,
  { viewerId, media }: PostReader,
  postIds: readonly number[],
): Promise<Post[]> {
  if (postIds.length === 0) return [];
  const rows = await findPostRows(db, viewerId, postIds);
  return rows.map((row) => viewFor(row, viewerId, media));
}
