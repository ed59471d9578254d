import { userStorageKey } from '../../platform/user-storage.ts';

const PLACE = 'announcements';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Returns the ids of announcements that the account has dismissed on this device. */
export function dismissedBy(account: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(userStorageKey('dismissed', account, PLACE)) ?? '[]',
    );
    return isTexts(stored) ? stored : [];
  } catch {
    return []; // invalid content, or storage is forbidden: show them once more
  }
}

/** Stores a dismissal and drops ids of announcements that are no longer shown. Returns the new list. */
export function dismiss(account: string, id: string, shown: readonly string[]): readonly string[] {
  const ids = [...dismissedBy(account).filter((each) => shown.includes(each)), id];
  try {
    localStorage.setItem(userStorageKey('dismissed', account, PLACE), JSON.stringify(ids));
  } catch {
    // Storage is full or forbidden: the dismissal lasts until a reload.
  }
  return ids;
}
