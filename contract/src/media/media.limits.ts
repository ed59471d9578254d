/** Maximum size of an image upload, in bytes (CO-31, SV-45). */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;

/** Maximum length of a URL from a user. */
export const URL_MAX_LENGTH = 2048;

/** Timeout of fetching an image from a URL, redirects included (SV-45). */
export const IMAGE_FETCH_MS = 10_000;

/** Limits of decoding: pixels of one frame and frames of an animation. */
export const IMAGE_MAX_PIXELS = 40_000_000;
export const IMAGE_MAX_FRAMES = 300;

/** Longest side of a stored image, in pixels. */
export const IMAGE_MAX_SIDE = 1600;

/** Minimum lifetime of a signed link. */
export const LINK_SECONDS = 3600;

/** Maximum seconds that a browser caches a picture of a user's own message, or of an ad; others' are not cached. */
export const MESSAGE_PICTURE_SECONDS = 600;

/** Minimum lifetime of a link to a post's file; the maximum is a few minutes more (SV-60). */
export const FILE_LINK_SECONDS = 30 * 60;

/** Longest side of a post's photo or video and of its preview, in pixels. */
export const POST_MAX_SIDE = 1920;
export const VIDEO_MAX_SIDE = 1280;
export const PREVIEW_SIDE = 640;

/** Longest side of the blurred placeholder: too few pixels to recognise anything. */
export const BLUR_SIDE = 8;

/** Processor time limit of a video in seconds, and the number of tries per file (SV-58). */
export const VIDEO_DECODE_SECONDS = 60;
export const FILE_TRIES = 3;

/** Longest side of the small variant of an image, for lists and messages, in pixels. */
export const IMAGE_SMALL_SIDE = 640;

/** A chosen file above this size is converted to webp in the browser before the upload (PC-34, CO-32). */
export const COMPRESS_ABOVE_BYTES = 2 * 1024 * 1024;
export const COMPRESSED_SIDE = 1000;
export const COMPRESSED_QUALITY = 0.6;

/** The `quality` field of the upload form, for the server's encoding (PC-35, X-46). */
export const UPLOAD_QUALITY = 70;

/** Image types that may be chosen as files (PC-32). */
export const IMAGE_FILE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/** Maximum size of an uploaded recording in bytes, and its maximum length in seconds (VM-01). */
export const AUDIO_MAX_BYTES = 10 * 1024 * 1024;
export const AUDIO_MAX_SECONDS = 5 * 60;

/** Number of equal slices of a recording whose peaks make its waveform (VM-01). */
export const WAVEFORM_SLICES = 64;

/** Hours after which a guest may send voice messages (VM-03). */
export const VOICE_GUEST_HOURS = 1;
