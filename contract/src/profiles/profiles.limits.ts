/** Maximum characters of a bio (CO-05), number of links (CO-06) and characters of a link. */
export const BIO_MAX = 500;
export const LINKS_MAX = 5;
export const LINK_MAX = 2048;

/** Longest side of a profile picture and of its small variant, in pixels; both are squares. */
export const AVATAR_SIDE = 512;
export const AVATAR_SMALL_SIDE = 96;

/** Posts per row of the media grid (CO-17). */
export const GRID_COLUMNS = 3;

/** Refresh interval of a profile on screen, in milliseconds (PR-26). */
export const PROFILE_REFRESH_MS = 300_000;

/** Reward for a friend who signs up and verifies their e-mail, as the invitation text states it (CO-18). */
export const REFERRAL_REWARD_INR = 10;

/** Maximum number of creators' rooms that a connection can join; a further one replaces the oldest. */
export const CREATOR_ROOMS_MAX = 100;
