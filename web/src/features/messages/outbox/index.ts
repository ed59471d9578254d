/** What the app may use of the outbox: it loads this file when the account changes. */
import { delMany, keys } from 'idb-keyval';
import { openDatabase } from './outbox-store.ts';

export { openOutboxStore } from './outbox-store.ts';
export type { OutboxMessage } from './outbox-entry.ts';

/** Removes what users have not sent, except of `account`: nothing of the previous user remains for the next. */
export async function clearOutboxes(account?: string): Promise<void> {
  try {
    const all = await keys<string>(openDatabase());
    const others = all.filter((key) => account === undefined || !key.startsWith(`${account}/`));
    await delMany(others, openDatabase());
  } catch {
    return; // storage is forbidden: nothing was stored
  }
}
