import { userStorageKey } from '../../platform/user-storage.ts';

/** Number of searches that are kept, the newest first. */
const RECENT_MAX = 8;

const keyOf = (account: string): string => userStorageKey('searches', account, 'recent');

const write = (account: string, texts: readonly string[]): readonly string[] => {
  if (texts.length === 0) localStorage.removeItem(keyOf(account));
  else localStorage.setItem(keyOf(account), JSON.stringify(texts));
  return texts;
};

/** The searches of a user that led to a result, on this device only and until logout (SR-02). */
export const recentSearches = {
  get(account: string): readonly string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]');
      return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
    } catch {
      return [];
    }
  },
  add(account: string, text: string): readonly string[] {
    const others = recentSearches.get(account).filter((known) => known !== text);
    return write(account, [text, ...others].slice(0, RECENT_MAX));
  },
  remove: (account: string, text: string): readonly string[] =>
    write(
      account,
      recentSearches.get(account).filter((known) => known !== text),
    ),
  clear: (account: string): readonly string[] => write(account, []),
};
