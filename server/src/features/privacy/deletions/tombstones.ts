import type { MediaStore } from '../../../platform/media-store/index.ts';
/** The record of a deleted account in the media store, used to repeat the deletion after a restore. */
export type Tombstone = {
  readonly userId: number;
  /**
   * Creation time in milliseconds since 1970. The id alone is not enough: after a restore, ids of later accounts are
   * assigned again.
   */
  readonly createdMs: number;
  /** Whether the content was removed with the account. */
  readonly removesContent: boolean;
};

/** File content of a tombstone. All information is in the key. */
export const TOMBSTONE = new TextEncoder().encode('deleted\n');

/** Common prefix of tombstone keys, used to list them. */
export const TOMBSTONE_PREFIX = 'deleted-';

const KEY = /^deleted-(\d{1,16})-(\d{1,16})-([cn])$/;

/** Returns the key in the media store. It contains all information, so that listing keys is sufficient. */
export const tombstoneKey = ({ userId, createdMs, removesContent }: Tombstone): string =>
  `${TOMBSTONE_PREFIX}${userId}-${createdMs}-${removesContent ? 'c' : 'n'}`;

/** Parses a key; undefined if it is not a tombstone. */
export function readTombstone(key: string): Tombstone | undefined {
  const [, userId, createdMs, kind] = KEY.exec(key) ?? [];
  if (userId === undefined || createdMs === undefined) return undefined;
  return { userId: Number(userId), createdMs: Number(createdMs), removesContent: kind === 'c' };
}

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
