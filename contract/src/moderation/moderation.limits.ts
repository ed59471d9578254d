/** A reason for a report, in characters without the spaces around it (RP-04, CO-30). */
export const REPORT_REASON_MIN = 10;
export const REPORT_REASON_MAX = 1000;

/** Messages that are kept as evidence with a report (SV-47, SV-48). */
export const EVIDENCE_MESSAGES = 20;
