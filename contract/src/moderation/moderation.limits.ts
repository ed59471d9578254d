/** Limits of a report's reason, in characters without surrounding spaces (RP-04, CO-30). */
export const REPORT_REASON_MIN = 10;
export const REPORT_REASON_MAX = 1000;

/** Messages that are stored as evidence with a report (SV-47, SV-48). */
export const EVIDENCE_MESSAGES = 20;

/** Hours until the first look at a report is due, and until its decision is due (SV-48). */
export const REPORT_FIRST_LOOK_HOURS = 24;
export const REPORT_DECISION_HOURS = 72;

export const REPORTS_PAGE = 20;
export const REPORTS_PAGE_MAX = 50;

/** Maximum length of an administrator's text to a user or for the other administrators. */
export const SANCTION_REASON_MAX = 1000;
export const REPORT_NOTE_MAX = 2000;

/** Limits of an appeal's text, in characters without surrounding spaces. */
export const APPEAL_TEXT_MIN = 10;
export const APPEAL_TEXT_MAX = 2000;

/** Durations in days that the console offers for a suspension. */
export const SUSPENSION_DAYS: readonly number[] = [1, 3, 7, 30];
