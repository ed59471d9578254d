/**
 * What the browser keeps for somebody: how far they have read a conversation, what they have written and not sent, and
 * which announcements they have closed.
 */
export type KeptKind = 'read' | 'draft' | 'dismissed';

const kinds: readonly string[] = ['read', 'draft', 'dismissed'] satisfies KeptKind[];

/** Where it is kept, in local or session storage. */
export const keptKey = (kind: KeptKind, account: string, conversationId: string): string =>
  `${kind}/${account}/${conversationId}`;

/** Begins the key of what is kept of a creator's media, in local storage (ME-26, Q-26); whose it is says its content. */
export const MEDIA_CACHE = 'mediaCache:';

/** Removes it, so that nothing of whoever was here stays for the next person; what belongs to `account` stays, but for media, which are fetched again. */
export function forgetKept(account?: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const [kind, owner] = key.split('/');
      if (kind !== undefined && kinds.includes(kind) && owner !== account) storage.removeItem(key);
      if (key.startsWith(MEDIA_CACHE)) storage.removeItem(key);
    }
  }
}
