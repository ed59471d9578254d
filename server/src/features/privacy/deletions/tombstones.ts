/** What stays of a deleted account in the media store, so that a restored older backup can be put right. */
export type Tombstone = {
  readonly userId: number;
  /** When the account was made, in milliseconds since 1970: ids may come again where a backup is older than an account. */
  readonly createdMs: number;
  /** What the person wrote went with the account. */
  readonly removesContent: boolean;
};

/** What a tombstone holds: nothing that its key doesn't say. */
export const TOMBSTONE = new TextEncoder().encode('deleted\n');

/** How the keys of tombstones begin. */
export const TOMBSTONE_PREFIX = 'deleted-';

const KEY = /^deleted-(\d{1,16})-(\d{1,16})-([cn])$/;

/** The key in the media store; it says everything, so that nothing need be read. */
export const tombstoneKey = ({ userId, createdMs, removesContent }: Tombstone): string =>
  `${TOMBSTONE_PREFIX}${userId}-${createdMs}-${removesContent ? 'c' : 'n'}`;

/** The tombstone of a key; undefined for any other key. */
export function readTombstone(key: string): Tombstone | undefined {
  const [, userId, createdMs, kind] = KEY.exec(key) ?? [];
  if (userId === undefined || createdMs === undefined) return undefined;
  return { userId: Number(userId), createdMs: Number(createdMs), removesContent: kind === 'c' };
}
