import type { Post } from '@adda/contract/feed';
import { minutesAgo } from '../../test/people-page.tsx';
import type { FeedPage } from './post-cache.ts';

/** Returns the id of post number `n`. */
export const mediaIdOf = (n: number): string => n.toString(16).padStart(24, '0');

/** Returns post number `n`: a public text post of riya, as asha receives it. */
export const postOf = (n: number, given: Partial<Post> = {}): Post => {
  const sender = given.sender_username ?? 'riya';
  return {
    media_id: mediaIdOf(n),
    sender,
    sender_username: sender,
    sender_display_name: sender,
    sender_avatar: null,
    is_ad: false,
    ad_id: null,
    sponsor: null,
    target_url: null,
    is_locked: false,
    can_view: true,
    plan_id: null,
    price_from: null,
    is_video: false,
    media_url: null,
    preview_url: null,
    blur_url: null,
    preview_pending: false,
    original_filename: null,
    caption: `words ${n}`,
    hashtags: null,
    feeling: null,
    visibility: 'public',
    upload_date: minutesAgo(n),
    created_at: minutesAgo(n),
    liked_by: [],
    liked_by_me: false,
    like_count: 0,
    comment_count: 0,
    share_count: 0,
    file_size: null,
    width: null,
    height: null,
    duration: null,
    has_media: false,
    is_own: false,
    is_following: false,
    position: `p${n}`,
    ...given,
  };
};

/** Returns post number `n` with a photo of 800 × 600 pixels. */
export const photoOf = (n: number, given: Partial<Post> = {}): Post =>
  postOf(n, {
    has_media: true,
    media_url: `/media/file/${n}?sig=1`,
    preview_url: `/media/file/${n}?sig=1&preview=1`,
    blur_url: 'data:image/webp;base64,AA==',
    original_filename: 'rain.jpg',
    width: 800,
    height: 600,
    ...given,
  });

/** Returns the last page of the feed, read just now. */
export const feedPageOf = (posts: readonly Post[]): FeedPage => ({
  posts,
  next: undefined,
  newest: posts.reduce((newest, post) => (post.created_at > newest ? post.created_at : newest), ''),
});

/** Returns an ad of the feed. */
export const adOf = (n: number, given: Partial<Post> = {}): Post =>
  photoOf(n, {
    media_id: `ad_${mediaIdOf(n)}`,
    is_ad: true,
    ad_id: `ad_${mediaIdOf(n)}`,
    sponsor: 'Chai Corner',
    target_url: 'https://chai.example/menu',
    sender: '',
    sender_username: '',
    sender_display_name: 'Chai Corner',
    caption: 'Fresh tea all night',
    original_filename: null,
    ...given,
  });
