export const GROUP_NAME_MIN = 3;
export const GROUP_NAME_MAX = 50;
export const GROUP_DESCRIPTION_MAX = 200;

/** Least time between two messages of one person in one room (GC-55, CO-20). */
export const GROUP_SEND_INTERVAL_MS = 1000;

/** What the server forgives of that time, so that a client that waits it out is not refused by a jumpy network. */
export const GROUP_SEND_TOLERANCE_MS = 100;

/** Rooms in the whole list and among the top rooms (CO-24, CO-25). */
export const GROUP_LIST_LIMIT = 100;
export const TOP_ROOMS_LIMIT = 10;

/** Members whose faces a room shows in a list, beside its creator's (RO-02). */
export const ROOM_FACES = 2;

/** Members that people outside a room may see (SV-35), and members in one page. */
export const MEMBERS_PREVIEW = 10;
export const MEMBERS_PAGE = 100;
export const MEMBERS_PAGE_MAX = 200;

/** The open room asks for what it may have missed this often (GC-69, CO-22). */
export const GROUP_POLL_MS = 10_000;

/** The group socket tries again for ever with this pause, each try for so long (GC-43, CO-38). */
export const GROUP_RECONNECT_DELAY_MS = 1000;
export const GROUP_CONNECT_TIMEOUT_MS = 20_000;

/** Pause before another chat is opened, and between two tab changes (GC SH-57, SH-05). */
export const CHAT_SWITCH_DELAY_MS = 200;
export const TAB_DEBOUNCE_MS = 300;

/** Usual number of members that a room may have; the setting MAX_GROUP_MEMBERS changes it. */
export const DEFAULT_MAX_GROUP_MEMBERS = 200;

/** Messages that one call deletes at most. */
export const DELETE_MESSAGES_MAX = 100;

/** Banned people in one page. */
export const BANNED_PAGE = 100;
export const BANNED_PAGE_MAX = 200;

/** Rooms that two people share, as far as a profile names them. */
export const SHARED_ROOMS_MAX = 10;

/** Members that the rail shows, and the widths of rail and panel in pixels (GM-07 to GM-09, CO-16). */
export const RAIL_MEMBERS = 10;
export const RAIL_WIDTH = 56;
export const DRAWER_WIDTH = 288;

/** Events of a room's connection that one person may send (SV-103); messages have a rate of their own besides (GC-55). */
export const GROUP_EVENT_LIMITS = {
  typing_start: { calls: 120, seconds: 60 },
  typing_stop: { calls: 120, seconds: 60 },
  group_message: { calls: 120, seconds: 60 },
} as const;
