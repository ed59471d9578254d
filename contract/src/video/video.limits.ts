export const VIDEO_QUERY_MAX = 100;

/** Default number of results of a video search (VP-14). */
export const VIDEO_RESULTS = 5;
export const VIDEO_RESULTS_MAX = 10;

/** The same search is served from the cache for this long (SV-97). */
export const VIDEO_SEARCH_CACHE_MS = 600_000;

/** Width of the player by its size, in percent of the window (VP-16, X-50). */
export const PLAYER_WIDTH_PERCENT = { small: 40, full: 80, maximized: 95 } as const;

/** Limits of the small and the full player, in pixels (VP-17). */
export const PLAYER_MIN_WIDTH = 280;
export const PLAYER_MAX_WIDTH = 640;

/** The player shows 'Loading...' for this long (VP-18). */
export const PLAYER_LOADING_MS = 1500;

/** The player's controls hide after this long without pointer movement (VP-19). */
export const PLAYER_CONTROLS_MS = 3000;
