import type { MediaStore } from '../../../platform/media-store/index.ts';
import { readTombstone, TOMBSTONE, TOMBSTONE_PREFIX } from './tombstones.ts';

/**
 * Takes the marks of deleted accounts along from another media store, for a backup that is older than they are.
 * Answers how many there were; safe to repeat.
 */
export async function copyTombstones(
  from: Pick<MediaStore, 'list'>,
  to: Pick<MediaStore, 'put'>,
): Promise<number> {
  let copied = 0;
  for await (const keys of from.list(TOMBSTONE_PREFIX)) {
    for (const key of keys) {
      if (!readTombstone(key)) continue;
      await to.put(key, TOMBSTONE, 'text/plain');
      copied += 1;
    }
  }
  return copied;
}
