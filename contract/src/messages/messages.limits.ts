/** Maximum length of a message's text, in characters. */
export const MESSAGE_MAX_LENGTH = 2000;

/** Maximum number of images that are chosen, pasted or dropped at once; each becomes a message (HM-12). */
export const IMAGES_AT_ONCE_MAX = 10;

/** Default number of messages per page of history. */
export const HISTORY_PAGE = 50;
export const HISTORY_PAGE_MAX = 200;

/** Maximum messages of one sync response; a client that is further behind reloads the newest page. */
export const CATCH_UP_MAX = 500;

/** `typing_stop` is sent this long after the last key press (GC-52, CO-21). */
export const TYPING_IDLE_MS = 2000;

/** The text of a message that could not be sent returns to the input after this time (GC-50, X-21, CO-35). */
export const STALE_PENDING_MS = 30_000;

/** Maximum number of different emoji on one message (RX-02). */
export const REACTIONS_MAX = 20;

/** Maximum number of names that a message carries with each of its reactions; the rest is counted (RX-02). */
export const REACTION_NAMES = 3;

/** Users per page of the list of reactions (RX-04). */
export const REACTION_PEOPLE_PAGE = 50;

/** Changes of the reactions of one message are published at most this often (RX-03). */
export const REACTION_EVENT_INTERVAL_MS = 250;

/** Maximum changed messages of one response; a client that missed more reloads (RX-05). */
export const CHANGED_MESSAGES_MAX = 200;

/** The emoji that are offered before the user has reacted with any. */
export const FIRST_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** Maximum length of the excerpt in a quote, in characters; a grapheme is never cut (RY-01). */
export const EXCERPT_MAX = 140;

/** Messages before and after the one in the middle of a page around a message (RY-04). */
export const AROUND_EACH_SIDE = 25;

/** Maximum length of the key of an edit (ED-03). */
export const EDIT_KEY_MAX = 64;

/** Longest time in which a server lets a message be edited, in hours: the upper limit of `EDIT_WINDOW_HOURS` (ED-01). */
export const EDIT_WINDOW_MAX_HOURS = 720;

/** One edit per user and conversation in this time (ED-01). */
export const EDIT_INTERVAL_MS = 1000;

/** Maximum number of drafts of one response; the newest ones (FT-04). */
export const DRAFTS_MAX = 200;

/** Maximum number of members whom a message mentions (MN-01). */
export const MENTIONS_MAX = 10;

/** Hours after sending in which a text can be changed; the default and the range of the server's setting (ED-01). */
export const EDIT_WINDOW_HOURS = { default: 24, min: 1, max: 720 } as const;

/** Maximum length of the title of a link's card, in characters; a grapheme is never cut (FT-05). */
export const PREVIEW_TITLE_MAX = 200;

/** Maximum length of the name of the site on a link's card (FT-05). */
export const PREVIEW_SITE_MAX = 80;

/** Places to which one request forwards a message (FT-06). */
export const FORWARD_PLACES_MAX = 5;

/** Maximum length of the key of a forward (FT-06). */
export const FORWARD_KEY_MAX = 64;

/**
 * Maximum characters of a text of a stranger, Unicode code points (MR-01). The transaction that stores messages has the same
 * value (`stranger_contacts`).
 */
export const REQUEST_TEXT_MAX = 500;

/** Whether a text is too long for a stranger (MR-01). */
export const isLongRequest = (text: string): boolean =>
  text.length > REQUEST_TEXT_MAX && Array.from(text).length > REQUEST_TEXT_MAX;
