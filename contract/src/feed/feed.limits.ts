/** Posts on a page of the feed; a shorter page is the last (FE-39, FE-40). */
export const FEED_PAGE = 10;
export const FEED_PAGE_MAX = 50;

/** One item of so many is an ad, counted inside the page (SV-55, X-29); it is the one at `AD_PLACE` of them, from 0. */
export const AD_EVERY = 10;
export const AD_PLACE = 4;

/** A post of somebody whom the viewer follows or is subscribed to ranks as if it were so much younger (SV-55). */
export const FOLLOWED_BOOST_SECONDS = 12 * 3600;

/** Longest texts of a post, in characters (CO-01 to CO-03). */
export const CAPTION_MAX = 500;
export const HASHTAGS_MAX = 100;
export const FEELING_MAX = 50;

/** Longest comment (CO-44), and comments on a page (SV-61). */
export const COMMENT_MAX = 500;
export const COMMENTS_PAGE = 20;
export const COMMENTS_PAGE_MAX = 100;

/** Names of those who like a post that an answer carries at most; the caller's own comes first. */
export const LIKED_BY_MAX = 20;

/** People on a page of those who like a post. */
export const LIKES_PAGE = 30;
export const LIKES_PAGE_MAX = 100;

/** Posts on a page of somebody's media. */
export const MEDIA_PAGE = 60;
export const MEDIA_PAGE_MAX = 100;

/** Largest file of the composer and of the two smaller forms, in bytes. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;
export const INLINE_UPLOAD_MAX_BYTES = 10 * 1024 * 1024;

/** Kinds of files that may be posted (FE-23). */
export const MEDIA_FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/quicktime',
  'video/x-msvideo',
] as const;

/** How long a client waits for calls, in milliseconds (CO-08 to CO-10). */
export const UPLOAD_TIMEOUT_MS = 30_000;
export const MEDIA_CHANGE_TIMEOUT_MS = 15_000;
export const FEED_TIMEOUT_MS = 10_000;

/** A card asks whether its sender is blocked so long after it appeared (RP-16). */
export const BLOCK_CHECK_DELAY_MS = 500;

/** Changes of somebody's media within this time are read again once (ME-26). */
export const MEDIA_LIST_DEBOUNCE_MS = 300;

/** A form that is done closes after this time. */
export const UPLOAD_CLOSE_MS = 2000;
