/** Rows per page of the inbox (HM-01). */
export const INBOX_PAGE = 30;

/** The highest number of unread messages of a row; it stands for this many or more (HM-02). */
export const UNREAD_CAP = 100;

/** Shortest time between two events about one row of the inbox, in milliseconds (HM-01). */
export const INBOX_EVENT_INTERVAL_MS = 1000;

/** Shortest time between two reports of a client about how far a room was read, in milliseconds (HM-02). */
export const READ_REPORT_INTERVAL_MS = 2000;
