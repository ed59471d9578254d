/** Largest image, in bytes as it arrives (CO-31, SV-45). */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;

/** Longest address that a person may give. */
export const URL_MAX_LENGTH = 2048;

/** An image from an address must be here within this time, redirects included (SV-45). */
export const IMAGE_FETCH_MS = 10_000;

/** What is decoded at most: pixels of one frame and frames of an animation. */
export const IMAGE_MAX_PIXELS = 40_000_000;
export const IMAGE_MAX_FRAMES = 300;

/** Longest side of an image as it is kept, in pixels. */
export const IMAGE_MAX_SIDE = 1600;

/** A signed link works for at least this long. */
export const LINK_SECONDS = 3600;
