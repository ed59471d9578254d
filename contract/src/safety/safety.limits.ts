/** Limits of the settings of an operator (SV-105). */
export const NEW_ACCOUNT_HOURS_MAX = 24 * 30;
export const FIRST_CONTACTS_MAX = 1000;

/** Defaults until an operator changes them: at most 20 first contacts in 24 hours, for the first 72 hours. */
export const SAFETY_DEFAULTS = {
  new_account_hours: 72,
  first_contacts_per_day: 20,
  plain_links: true,
} as const;

export const WORD_MAX = 80;
export const WORDS_MAX = 5000;

/** Maximum number of differing bits (of 64) between the perceptual hashes of a picture and of a refused one. */
export const DHASH_DISTANCE_MAX = 6;

export const UPLOAD_HASHES_PAGE = 50;
export const UPLOAD_HASHES_PAGE_MAX = 200;
