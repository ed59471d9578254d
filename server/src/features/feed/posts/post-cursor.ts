import { mediaId } from '@adda/contract/feed';
import type { PostCursor } from './post-lists.repository.ts';

/** Serializes the cursor of a list of posts by age; needs no URL escaping. */
export const writeCursor = ({ createdAt, mediaId: id }: PostCursor): string =>
  `${createdAt.getTime().toString(36)}.${id}`;

/** Parses a cursor; undefined for any other text. */
export function readCursor(text: string): PostCursor | undefined {
  const [time = '', id = '', ...rest] = text.split('.');
  const createdAt = new Date(Number.parseInt(time, 36));
  if (!/^[0-9a-z]{1,9}$/.test(time) || rest.length > 0 || !mediaId.safeParse(id).success) return undefined;
  return { createdAt, mediaId: id };
}
