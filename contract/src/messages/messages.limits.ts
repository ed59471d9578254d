/** Maximum length of a message's text, in characters. */
export const MESSAGE_MAX_LENGTH = 2000;

/** Default number of messages per page of history. */
export const HISTORY_PAGE = 50;
export const HISTORY_PAGE_MAX = 200;

/** Maximum messages of one sync response; a client that is further behind reloads the newest page. */
export const CATCH_UP_MAX = 500;

/** `typing_stop` is sent this long after the last key press (GC-52, CO-21). */
export const TYPING_IDLE_MS = 2000;

/** The text of a message that could not be sent returns to the input after this time (GC-50, X-21, CO-35). */
export const STALE_PENDING_MS = 30_000;
