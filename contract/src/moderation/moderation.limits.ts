/** Limits of a report's reason, in characters without surrounding spaces (RP-04, CO-30). */
export const REPORT_REASON_MIN = 10;
export const REPORT_REASON_MAX = 1000;

/** Messages that are stored as evidence with a report (SV-47, SV-48). */
export const EVIDENCE_MESSAGES = 20;

/**
 * Newest messages of the private conversation that are stored with a report of a threat (MR-05). An older message that the
 * report names is stored with the ones around it as in every report.
 */
export const THREAT_EVIDENCE_MESSAGES = 1000;

/**
 * Hours until the decision of a report is due, by what it is about (SV-48, MR-05). They count from the report, from the
 * moment when it became more urgent, or from the request to look again.
 */
export const REPORT_DUE_HOURS = { threat: 4, intimate_image: 2, scam: 24, other: 72 } as const;
/** Hours until the first look at a report is due, unless its decision is due earlier (SV-48). */
export const REPORT_FIRST_LOOK_HOURS = 24;

/** Days for which the profile of a threatened user is hidden from strangers (MR-05). */
export const HIDING_DAYS = 7;

/** Maximum length of the text that asks to look at a report again (MR-06). */
export const ASK_AGAIN_TEXT_MAX = 1000;

/** Reports on one page of `GET /users/me/reports`. */
export const OWN_REPORTS_PAGE = 30;

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
