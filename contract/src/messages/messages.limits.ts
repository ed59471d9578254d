/** Longest text of a message, in characters. */
export const MESSAGE_MAX_LENGTH = 2000;

/** Messages in one page of history, unless a client asks for another number. */
export const HISTORY_PAGE = 50;
export const HISTORY_PAGE_MAX = 200;

/** Messages that one catch-up answers with; a client that is further behind reloads the newest page. */
export const CATCH_UP_MAX = 500;

/** `typing_stop` follows the last key press after this time (GC-52, CO-21). */
export const TYPING_IDLE_MS = 2000;

/** A message that could not be sent goes back to the input after this time (GC-50, X-21, CO-35). */
export const STALE_PENDING_MS = 30_000;
