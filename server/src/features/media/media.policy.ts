/** Accepted kinds of pictures (CO-31, X-47). */
export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp';

/** The first bytes of each kind; `.` matches any byte. */
const SIGNATURES: readonly (readonly [ImageKind, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF....WEBPVP8'],
  ['bmp', 'BM'],
];

/**
 * Returns the kind by the first bytes; file names and claimed types are ignored. Undefined for other content.
 */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  return SIGNATURES.find(([, signature]) => beginsWith(bytes, signature))?.[0];
}

/** The kind of a post's file, by its content (FE-23): a picture, or a video in one of two container families. */
type FileKind = { readonly kind: 'image' } | { readonly kind: 'video'; readonly container: Container };

/** `mp4` includes MOV, which has the same structure. */
export type Container = 'mp4' | 'avi';

/** Number of leading bytes that determine the kind. */
export const KIND_BYTES = 64;

/** Brands of the same container with pictures or sound only. Any other brand is tried as a video. */
const OTHER_BRANDS =
  /^(avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|mif2|msf1|miaf|MA1A|MA1B|crx |jp2 |jpx |jpm |mj2s|mjp2|M4A |M4B |M4P |F4A |F4B |dash|aax |caqv)$/;

/** First boxes of old QuickTime files, which have no `ftyp`. */
const QUICKTIME_BOXES: readonly string[] = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/**
 * Returns the kind by the first bytes; file names and claimed types are ignored. Undefined for everything
 * else, such as bitmaps, SVG, HTML, playlists and HEIC.
 */
export function fileKindOf(bytes: Uint8Array): FileKind | undefined {
  const image = imageKindOf(bytes);
  if (image) return image === 'bmp' ? undefined : { kind: 'image' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, KIND_BYTES)).toString(
    'latin1',
  );
  if (/^RIFF[^]{4}AVI LIST/.test(text)) return { kind: 'video', container: 'avi' };
  return isMp4(bytes, text) ? { kind: 'video', container: 'mp4' } : undefined;
}

function isMp4(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < 16) return false;
  const boxBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const type = text.slice(4, 8);
  if (type === 'ftyp') return boxBytes >= 16 && boxBytes <= 1024 && !OTHER_BRANDS.test(text.slice(8, 12));
  return QUICKTIME_BOXES.includes(type) && (boxBytes >= 8 || boxBytes === 1);
}

/** The container of a recording, by its content. `mp4` includes every file of the same structure. */
export type AudioContainer = 'webm' | 'ogg' | 'mp4' | 'wav';

/** The first bytes of each container of recordings; `.` matches any byte. */
const AUDIO_SIGNATURES: readonly (readonly [AudioContainer, string])[] = [
  ['webm', '\x1a\x45\xdf\xa3'],
  ['ogg', 'OggS'],
  ['mp4', '....ftyp'],
  ['wav', 'RIFF....WAVE'],
];

/**
 * Returns the container of a recording by the first bytes; file names and claimed types are ignored. Undefined
 * for everything else, such as playlists.
 */
export const audioContainerOf = (bytes: Uint8Array): AudioContainer | undefined =>
  AUDIO_SIGNATURES.find(([, signature]) => beginsWith(bytes, signature))?.[0];

function beginsWith(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature).every((letter, at) => letter === '.' || bytes[at] === letter.charCodeAt(0));
}

/** The variant of an image. */
export type Variant = 'full' | 'small';

/** Returns the store key of a variant. */
export const imageKey = (id: string, variant: Variant): string => (variant === 'full' ? id : `${id}-small`);

/**
 * Returns the store key of a profile picture. The keys differ from those of images, so that no other image can be
 * opened as a profile picture.
 */
export const avatarKey = (id: string, variant: Variant): string =>
  variant === 'full' ? `${id}-avatar` : `${id}-avatar-small`;

/** Returns both store keys of an image. */
export const imageKeys = (id: string): string[] => [imageKey(id, 'full'), imageKey(id, 'small')];

/** Returns both store keys of a profile picture. */
export const avatarKeys = (id: string): string[] => [avatarKey(id, 'full'), avatarKey(id, 'small')];

/** The variant of a file: the file itself, or its small still picture. */
export type FileVariant = 'full' | 'preview';

/** Returns the store key of the served file. */
export const servedKey = (fileId: string, variant: FileVariant): string =>
  variant === 'full' ? fileId : `${fileId}-preview`;

/** Returns the store key of the uploaded file, which is never served. */
export const sourceKey = (fileId: string): string => `${fileId}-source`;

/** Returns all possible store keys of a file. */
export const allKeys = (fileId: string): string[] => [
  servedKey(fileId, 'full'),
  servedKey(fileId, 'preview'),
  sourceKey(fileId),
];

/** Thrown for bytes that are no acceptable picture: another kind, damaged, or beyond the limits. */
export class UnusableImage extends Error {
  override name = 'UnusableImage';
}

/** Thrown when a picture was not done in time. The picture itself may be fine: the machine is busy. */
export class ImageLateError extends Error {
  override name = 'ImageLateError';
}

/** Thrown for a file that is no acceptable video: damaged, with an unknown codec, or beyond the limits. */
export class UnusableVideo extends Error {
  override name = 'UnusableVideo';
}

/** Thrown for a file that is no acceptable recording: damaged, with a picture track, or with an unknown codec. */
export class UnusableAudio extends Error {
  override name = 'UnusableAudio';
}

/** The message of `AudioTooLong`, by which it is recognized in the response of the audio process. */
export const AUDIO_TOO_LONG = 'recording too long';

/** Thrown for a recording that is longer than the limit. */
export class AudioTooLong extends UnusableAudio {
  override name = 'AudioTooLong';
}

/** Thrown when a recording was not done in time. The recording itself may be fine: the machine is busy. */
export class AudioLateError extends Error {
  override name = 'AudioLateError';
}

/** Returns the store key of a recording. */
export const audioKey = (id: string): string => `${id}-audio`;
