/** An ad counts as seen after this share of it was visible for this many milliseconds (SV-90). */
export const AD_SEEN_SHARE = 0.5;
export const AD_SEEN_MS = 1000;

/**
 * Maximum number of ads in one report of seen ads, and the milliseconds that a client collects them before it sends the
 * report.
 */
export const ADS_SEEN_MAX = 50;
export const ADS_SEEN_EVERY_MS = 5000;
