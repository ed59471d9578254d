import { MEDIA_FILE_TYPES } from '@adda/contract/feed/limits';

/** Kind of a chosen file. */
export type MediaKind = 'image' | 'video';

/**
 * `accept` of a file input: the types that may be posted (FE-23), and the extensions of types that some
 * systems don't recognize.
 */
export const acceptedFiles = [...MEDIA_FILE_TYPES, '.mov', '.avi'].join(',');

/** Media types of AVI files. */
const aviTypes: readonly string[] = ['video/avi', 'video/msvideo', 'video/vnd.avi'];
const imageEndings = /\.(jpe?g|png|gif|webp)$/i;
const videoEndings = /\.(mp4|mov|avi)$/i;

/**
 * Returns the kind of a file, by its type or, without a type, by its extension; undefined where it can't be posted. The
 * server checks the content.
 */
export function mediaKindOf({ type, name }: Pick<File, 'type' | 'name'>): MediaKind | undefined {
  const types: readonly string[] = MEDIA_FILE_TYPES;
  const claimed = type.toLowerCase();
  if (types.includes(claimed)) return claimed.startsWith('video/') ? 'video' : 'image';
  if (aviTypes.includes(claimed)) return 'video';
  if (claimed !== '') return undefined;
  if (imageEndings.test(name)) return 'image';
  return videoEndings.test(name) ? 'video' : undefined;
}
