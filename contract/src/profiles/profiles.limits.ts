/** Longest bio in characters (CO-05), most links (CO-06), longest link. */
export const BIO_MAX = 500;
export const LINKS_MAX = 5;
export const LINK_MAX = 2048;

/** Longest side of a profile picture and of its small variant, in pixels; both are squares. */
export const AVATAR_SIDE = 512;
export const AVATAR_SMALL_SIDE = 96;

/** Posts in a row of the media grid (CO-17). */
export const GRID_COLUMNS = 3;

/** A shown profile is read again so often, in milliseconds (PR-26). */
export const PROFILE_REFRESH_MS = 300_000;

/** What a friend who signs up and verifies their e-mail is worth, as the invitation says it (CO-18). */
export const REFERRAL_REWARD_INR = 10;

/** Creators whose rooms a connection may be in at once; one more takes the place of the oldest. */
export const CREATOR_ROOMS_MAX = 100;
