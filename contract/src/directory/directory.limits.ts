/** Users per page (DI-18, CO-26). */
export const DIRECTORY_PAGE = 25;
export const DIRECTORY_PAGE_MAX = 100;

/** Minimum characters of a filter by name (DI-15, CO-28). */
export const NAME_FILTER_MIN = 3;

/** A user who was active within this time has a dot instead of a text (DI-07, X-20). */
export const ACTIVE_DOT_MS = 5 * 60_000;

/** Identical requests within this time share one cached response, unless the user reloads (X-45, CO-27). */
export const LIST_FRESH_MS = 120_000;

/** Number of retries of a failed list request, and the longest pause between them (DI-23, CV-12). */
export const LIST_RETRIES = 3;
export const LIST_RETRY_MAX_MS = 30_000;
