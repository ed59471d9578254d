export const NOTIFICATIONS_PAGE = 20;
export const NOTIFICATIONS_PAGE_MAX = 50;

export const ANNOUNCEMENT_MAX = 280;
/** Maximum number of announcements that are shown or scheduled at the same time. */
export const ANNOUNCEMENTS_MAX = 20;
