/**
 * Kinds of data stored per user in the browser: read positions and reading places of conversations, drafts, who hears
 * messages with names at their beginning in a room, dismissed announcements, which voice messages were heard, recent searches,
 * that notifications are on, and messages whose storing is not confirmed yet.
 */
export type UserStorageKind =
  | 'read'
  | 'place'
  | 'draft'
  | 'audience'
  | 'dismissed'
  | 'heard'
  | 'searches'
  | 'push'
  | 'outbox';

const kinds: readonly string[] = [
  'read',
  'place',
  'draft',
  'audience',
  'dismissed',
  'heard',
  'searches',
  'push',
  'outbox',
] satisfies UserStorageKind[];

/** Storage key, for local or session storage. */
export const userStorageKey = (kind: UserStorageKind, account: string, conversationId: string): string =>
  `${kind}/${account}/${conversationId}`;

/** Key prefix of a creator's cached media in local storage (ME-26, Q-26); the content names its owner. */
export const MEDIA_CACHE = 'mediaCache:';

/**
 * Removes stored data, so that nothing of the previous user remains for the next. Data of `account` stays,
 * except cached media, which can be refetched.
 */
export function clearUserStorage(account?: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const [kind, owner] = key.split('/');
      if (kind !== undefined && kinds.includes(kind) && owner !== account) storage.removeItem(key);
      if (key.startsWith(MEDIA_CACHE)) storage.removeItem(key);
    }
  }
}
