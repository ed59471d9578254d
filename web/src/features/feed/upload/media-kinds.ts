import { MEDIA_FILE_TYPES } from '@adda/contract/feed/limits';

/** What a chosen file shows. */
export type MediaKind = 'image' | 'video';

/** For a file input: the kinds that may be posted (FE-23), and the endings of those that some systems have no type for. */
export const acceptedFiles = [...MEDIA_FILE_TYPES, '.mov', '.avi'].join(',');

/** AVI has several names. */
const aviTypes: readonly string[] = ['video/avi', 'video/msvideo', 'video/vnd.avi'];
const imageEndings = /\.(jpe?g|png|gif|webp)$/i;
const videoEndings = /\.(mp4|mov|avi)$/i;

/**
 * What a file shows, by its type and, where the system gave none, by its ending; undefined where it can't be posted. The
 * server looks at the content itself.
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
