/** Conversations in one page (CV-09, CO-26). */
export const CONVERSATIONS_PAGE = 25;
export const CONVERSATIONS_PAGE_MAX = 100;

/** The preview of a last message is cut after so many characters (CV-03, CO-36). */
export const PREVIEW_LENGTH = 35;

/** A conversation with a message of the last day carries the badge 'Recent' (CV-05, Q-14). */
export const RECENT_HOURS = 24;

/** The newest unread messages that one answer lists (SV-41); the total counts all. */
export const UNREAD_LIST_MAX = 200;

/** A badge shows this count at most, then a plus (UN-09, CO-15). */
export const BADGE_MAX = 9;

/** A chat connection says that it lives this often (PC-21, CO-33), and is closed after three missed ones (SV-23). */
export const HEARTBEAT_MS = 10_000;
export const HEARTBEAT_MISSED_MS = 30_000;

/** Messages that one person may send to all private chats together in a window. */
export const PRIVATE_SENDS = { calls: 40, seconds: 10 } as const;

/** Messages that one call deletes at most; an empty list means the whole conversation. */
export const DELETE_PRIVATE_MAX = 1000;

/** A sent message is matched with its confirmation by its content for so long, where no id came back (Q-41, CO-34). */
export const UNSENT_MATCH_MS = 1000;

/** Who was active within this time is called 'online' in a private chat (PC-51, X-20). */
export const ONLINE_TEXT_MS = 3 * 60_000;

/** Events of the private socket that one person may send (SV-103); messages have a rate of their own besides. */
export const PRIVATE_EVENT_LIMITS = {
  heartbeat: { calls: 300, seconds: 60 },
  rejoin_rooms: { calls: 60, seconds: 60 },
  message: { calls: 300, seconds: 60 },
  typing_start: { calls: 120, seconds: 60 },
  typing_stop: { calls: 120, seconds: 60 },
  join: { calls: 240, seconds: 60 },
  leave: { calls: 240, seconds: 60 },
} as const;
