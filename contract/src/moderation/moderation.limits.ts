/** A reason for a report, in characters without the spaces around it (RP-04, CO-30). */
export const REPORT_REASON_MIN = 10;
export const REPORT_REASON_MAX = 1000;

/** Messages that are kept as evidence with a report (SV-47, SV-48). */
export const EVIDENCE_MESSAGES = 20;

/** Within so many hours somebody has a first look at a report, and it is decided (the clocks of the queue, SV-48). */
export const REPORT_FIRST_LOOK_HOURS = 24;
export const REPORT_DECISION_HOURS = 72;

export const REPORTS_PAGE = 20;
export const REPORTS_PAGE_MAX = 50;

/** What an administrator writes to a person, or for the other administrators. */
export const SANCTION_REASON_MAX = 1000;
export const REPORT_NOTE_MAX = 2000;

/** What somebody writes against a sanction, in characters without the spaces around it. */
export const APPEAL_TEXT_MIN = 10;
export const APPEAL_TEXT_MAX = 2000;

/** Days for which the console offers to suspend somebody. */
export const SUSPENSION_DAYS: readonly number[] = [1, 3, 7, 30];
