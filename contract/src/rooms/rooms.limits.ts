export const GROUP_NAME_MIN = 3;
export const GROUP_NAME_MAX = 50;
export const GROUP_DESCRIPTION_MAX = 200;

/** Characters of a room's topic and of its rules, its languages, and its longest slow mode in seconds (GR-01, GR-08). */
export const GROUP_TOPIC_MAX = 200;
export const GROUP_RULES_MAX = 2000;
export const GROUP_LANGUAGES_MAX = 3;
export const SLOW_MODE_MAX_S = 3600;

/** What rooms are about, in the order of a choice (GR-08). */
export const ROOM_CATEGORIES = [
  'cricket',
  'films',
  'music',
  'study',
  'tech',
  'games',
  'food',
  'travel',
  'late night',
  'help',
  'language',
  'other',
] as const;

/** Minutes of the longest timeout, and characters of the reason of a kick, ban or timeout (GR-03, GR-06). */
export const TIMEOUT_MAX_MINUTES = 10_080;
export const MODERATION_REASON_MAX = 200;

/** Pinned messages of a room (GR-04). */
export const PINS_MAX = 50;

/** Entries per page of a room's log, and the days for which it is kept (GR-06). */
export const ROOM_LOG_PAGE = 50;
export const ROOM_LOG_DAYS = 365;

/** 'Busy right now' counts the people who spoke in this many minutes (GR-08). */
export const BUSY_MINUTES = 15;

/** Minimum time between two messages of one user in one room (GC-55, CO-20). */
export const GROUP_SEND_INTERVAL_MS = 1000;

/** The server's tolerance for that time, so that network jitter does not cause a refusal. */
export const GROUP_SEND_TOLERANCE_MS = 100;

/** Number of rooms in the full list and among the top rooms (CO-24, CO-25). */
export const GROUP_LIST_LIMIT = 100;
export const TOP_ROOMS_LIMIT = 10;

/** Members that a room's card shows in a list, besides the creator (RO-02). */
export const ROOM_FACES = 2;

/** Messages and members that a room shows before one joins (HM-06). */
export const PREVIEW_MESSAGES = 50;
export const PREVIEW_PEOPLE = 10;

/** Members that non-members may see (SV-35), and members per page. */
export const MEMBERS_PREVIEW = 10;
export const MEMBERS_PAGE = 100;
export const MEMBERS_PAGE_MAX = 200;

/** Interval at which an open room polls for missed messages (GC-69, CO-22). */
export const GROUP_POLL_MS = 10_000;

/** The group socket reconnects without limit with this pause, and with this timeout per try (GC-43, CO-38). */
export const GROUP_RECONNECT_DELAY_MS = 1000;
export const GROUP_CONNECT_TIMEOUT_MS = 20_000;

/** Pause before another chat is opened, and between two tab changes (GC SH-57, SH-05). */
export const CHAT_SWITCH_DELAY_MS = 200;
export const TAB_DEBOUNCE_MS = 300;

/** Maximum messages per delete request. */
export const DELETE_MESSAGES_MAX = 100;

/** Banned users per page. */
export const BANNED_PAGE = 100;
export const BANNED_PAGE_MAX = 200;

/** Maximum number of common rooms that a profile lists. */
export const SHARED_ROOMS_MAX = 10;

/** Members that the rail shows, and the widths of rail and panel in pixels (GM-07 to GM-09, CO-16). */
export const RAIL_MEMBERS = 10;
export const RAIL_WIDTH = 56;
export const DRAWER_WIDTH = 288;

/** Limits of events per user on a room's connection (SV-103); messages have a separate limit besides (GC-55). */
export const GROUP_EVENT_LIMITS = {
  typing_start: { calls: 120, seconds: 60 },
  typing_stop: { calls: 120, seconds: 60 },
  group_message: { calls: 120, seconds: 60 },
} as const;
