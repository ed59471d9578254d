import { keptKey } from '../../platform/kept-by-person.ts';

const PLACE = 'announcements';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** The announcements that this person has closed on this device. */
export function dismissedBy(account: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptKey('dismissed', account, PLACE)) ?? '[]');
    return isTexts(kept) ? kept : [];
  } catch {
    return []; // not ours, or storage is forbidden: they are shown once more
  }
}

/** Remembers it; of those before, only what is still shown. */
export function dismiss(account: string, id: string, shown: readonly string[]): readonly string[] {
  const ids = [...dismissedBy(account).filter((each) => shown.includes(each)), id];
  try {
    localStorage.setItem(keptKey('dismissed', account, PLACE), JSON.stringify(ids));
  } catch {
    // Full or forbidden: it is closed until the page is loaded anew.
  }
  return ids;
}
