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

/** A browser keeps a picture of a message of its own, or of an ad, for so many seconds at most; others' not at all. */
export const MESSAGE_PICTURE_SECONDS = 600;

/** A link to a post's file works for at least this long; in all a few minutes more (SV-60). */
export const FILE_LINK_SECONDS = 30 * 60;

/** Longest side of a post's photo or video and of its preview, in pixels. */
export const POST_MAX_SIDE = 1920;
export const VIDEO_MAX_SIDE = 1280;
export const PREVIEW_SIDE = 640;

/** Longest side of the blurred stand-in: so few pixels that nothing can be read back. */
export const BLUR_SIDE = 8;

/** Processor time that a video may take, in seconds, and how often a file is tried (SV-58). */
export const VIDEO_DECODE_SECONDS = 60;
export const FILE_TRIES = 3;

/** Longest side of the small variant of an image, for lists and messages, in pixels. */
export const IMAGE_SMALL_SIDE = 640;

/** A chosen file above this size becomes webp in the browser before it is sent (PC-34, CO-32). */
export const COMPRESS_ABOVE_BYTES = 2 * 1024 * 1024;
export const COMPRESSED_SIDE = 1000;
export const COMPRESSED_QUALITY = 0.6;

/** The `quality` that the upload form names, for the server's encoding (PC-35, X-46). */
export const UPLOAD_QUALITY = 70;

/** Kinds of images that may be chosen as files (PC-32). */
export const IMAGE_FILE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
