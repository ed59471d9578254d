/** Conversations per page (CV-09, CO-26). */
export const CONVERSATIONS_PAGE = 25;
export const CONVERSATIONS_PAGE_MAX = 100;

/** Maximum characters of the preview of a last message (CV-03, CO-36). */
export const PREVIEW_LENGTH = 35;

/** A conversation with a message of the last 24 hours has the badge 'Recent' (CV-05, Q-14). */
export const RECENT_HOURS = 24;

/** Maximum number of unread messages in one response (SV-41); the total counts all. */
export const UNREAD_LIST_MAX = 200;

/** Largest count that a badge shows; above it, the badge shows this count and a plus (UN-09, CO-15). */
export const BADGE_MAX = 9;

/**
 * Interval of the client's heartbeat on a chat connection (PC-21, CO-33); the server closes the connection after three
 * missed ones (SV-23).
 */
export const HEARTBEAT_MS = 10_000;
export const HEARTBEAT_MISSED_MS = 30_000;

/** Changes of what a user has received and read of one private chat are stored and published at most this often (FT-03). */
export const RECEIPT_INTERVAL_MS = 1000;

/** Messages that a user may send to all private chats together in a window. */
export const PRIVATE_SENDS = { calls: 40, seconds: 10 } as const;

/** Maximum messages per delete request; an empty list means the whole conversation. */
export const DELETE_PRIVATE_MAX = 1000;

/** Without an id, a sent message is matched with its confirmation by content within this time (Q-41, CO-34). */
export const UNSENT_MATCH_MS = 1000;

/** A user who was active within this time is shown as 'online' in a private chat (PC-51, X-20). */
export const ONLINE_TEXT_MS = 3 * 60_000;

/** Limits of events per user on the private socket (SV-103); messages have a separate limit besides. */
export const PRIVATE_EVENT_LIMITS = {
  heartbeat: { calls: 300, seconds: 60 },
  rejoin_rooms: { calls: 60, seconds: 60 },
  message: { calls: 300, seconds: 60 },
  typing_start: { calls: 120, seconds: 60 },
  typing_stop: { calls: 120, seconds: 60 },
  join: { calls: 240, seconds: 60 },
  leave: { calls: 240, seconds: 60 },
} as const;

/**
 * How many texts a stranger may write until the reader answers or accepts (MR-01). The transaction that stores messages has
 * the same value (`stranger_contacts`).
 */
export const REQUEST_TEXTS = 3;

/** Names of mutual follows in one request; their number counts all (MR-02). */
export const MUTUAL_FOLLOWS_NAMED = 3;

/** When so many people declined requests of one person within these days, the operators get a hint. */
export const DECLINED_HINT = { people: 5, days: 7 } as const;
