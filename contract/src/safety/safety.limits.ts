/** Bounds of what an operator may set (SV-105). */
export const NEW_ACCOUNT_HOURS_MAX = 24 * 30;
export const FIRST_CONTACTS_MAX = 1000;

/** What holds until an operator says otherwise: for 72 hours at most 20 first contacts in 24 hours. */
export const SAFETY_DEFAULTS = {
  new_account_hours: 72,
  first_contacts_per_day: 20,
  plain_links: true,
} as const;

export const WORD_MAX = 80;
export const WORDS_MAX = 5000;

/** Of 64 bits of a picture's perceptual hash, so many may differ from one that is kept out. */
export const DHASH_DISTANCE_MAX = 6;

export const UPLOAD_HASHES_PAGE = 50;
export const UPLOAD_HASHES_PAGE_MAX = 200;
