/** An ad is seen when so much of it, as a share, was in sight for so long, in ms (SV-90). */
export const AD_SEEN_SHARE = 0.5;
export const AD_SEEN_MS = 1000;

/** Ads that one call may tell of, and how long a client collects them before it calls, in ms. */
export const ADS_SEEN_MAX = 50;
export const ADS_SEEN_EVERY_MS = 5000;
