/** People in one page (DI-18, CO-26). */
export const DIRECTORY_PAGE = 25;
export const DIRECTORY_PAGE_MAX = 100;

/** A filter by name has at least so many characters (DI-15, CO-28). */
export const NAME_FILTER_MIN = 3;

/** Who was active within this time has a dot instead of a text (DI-07, X-20). */
export const ACTIVE_DOT_MS = 5 * 60_000;

/** Identical questions within this time share one answer, unless the person asks for a new one (X-45, CO-27). */
export const LIST_FRESH_MS = 120_000;

/** Lists are asked for again after a failure: so often, and after at most so long (DI-23, CV-12). */
export const LIST_RETRIES = 3;
export const LIST_RETRY_MAX_MS = 30_000;
