import type { MediaStore } from '../../../platform/media-store/index.ts';
import { readTombstone, TOMBSTONE, TOMBSTONE_PREFIX } from './tombstones.ts';

/**
 * Copies the tombstones of deleted accounts from another media store. Needed when the backup is older than the
 * deletions. Returns their number; idempotent.
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
