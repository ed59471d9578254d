/** Posts per page of the feed; a shorter page is the last one (FE-39, FE-40). */
export const FEED_PAGE = 10;
export const FEED_PAGE_MAX = 50;

/** The tabs of the feed (HM-14). */
export const FEED_TABS = ['for_you', 'following'] as const;
export type FeedTabName = (typeof FEED_TABS)[number];

/** Maximum numbers of entries beside the feed, and of followed users named in a room (HM-14). */
export const SIDE_PEOPLE = 5;
export const SIDE_HASHTAGS = 5;
export const SIDE_ROOMS = 3;
export const SIDE_FRIENDS_MAX = 2;

/**
 * One feed item in this many is an ad, counted within the page (SV-55, X-29), at index `AD_PLACE` (from 0) of each group.
 */
export const AD_EVERY = 10;
export const AD_PLACE = 4;

/** A post of a sender whom the viewer follows or subscribes to is ranked as if it were this much newer (SV-55). */
export const FOLLOWED_BOOST_SECONDS = 12 * 3600;

/** Maximum lengths of a post's texts, in characters (CO-01 to CO-03). */
export const CAPTION_MAX = 500;
export const HASHTAGS_MAX = 100;
export const FEELING_MAX = 50;

/** Maximum length of a comment (CO-44), and comments per page (SV-61). */
export const COMMENT_MAX = 500;
export const COMMENTS_PAGE = 20;
export const COMMENTS_PAGE_MAX = 100;

/** Maximum number of names in `liked_by` of a response; the caller's own is first. */
export const LIKED_BY_MAX = 20;

/** Users per page of the list of likes. */
export const LIKES_PAGE = 30;
export const LIKES_PAGE_MAX = 100;

/** Posts per page of a user's media. */
export const MEDIA_PAGE = 60;
export const MEDIA_PAGE_MAX = 100;

/** Maximum file size of `POST /upload` and of `POST /media/upload`, in bytes. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;
export const INLINE_UPLOAD_MAX_BYTES = 10 * 1024 * 1024;

/** File types that may be posted (FE-23). */
export const MEDIA_FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/quicktime',
  'video/x-msvideo',
] as const;

/** Timeouts of client requests, in milliseconds (CO-08 to CO-10). */
export const UPLOAD_TIMEOUT_MS = 30_000;
export const MEDIA_CHANGE_TIMEOUT_MS = 15_000;
export const FEED_TIMEOUT_MS = 10_000;

/** Delay between the first display of a card and the request whether its sender is blocked (RP-16). */
export const BLOCK_CHECK_DELAY_MS = 500;

/** Debounce of reloading a user's media after changes (ME-26). */
export const MEDIA_LIST_DEBOUNCE_MS = 300;

/** A completed form closes after this time. */
export const UPLOAD_CLOSE_MS = 2000;
