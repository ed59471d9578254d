/** What the app and its service worker may use of the outbox: the app loads this file when the account changes. */
import { delMany, keys } from 'idb-keyval';
import { openDatabase } from './outbox-store.ts';

export { askForSync, OUTBOX_SYNC } from './background-sync.ts';
export { entryKey, isMessage, isRequest, type Delivery } from './outbox-entry.ts';
export type { OutboxEntry, OutboxMessage, OutboxRequest } from './outbox-entry.ts';
export { openOutboxStore, outboxLock, type OutboxStore } from './outbox-store.ts';
export { afterRefusal, type SendError } from './refusals.ts';
export { EDIT_ROUTE, editCall, mayRetryStatus, REACTION_ROUTE, reactionCall } from './request-calls.ts';

/** The ids of the conversations in which an account has not sent everything. Empty if storage is forbidden. */
export async function outboxesOf(account: string): Promise<readonly string[]> {
  try {
    const all = await keys<string>(openDatabase());
    return all.flatMap((key) => (key.startsWith(`${account}/`) ? [key.slice(account.length + 1)] : []));
  } catch {
    return []; // storage is forbidden
  }
}

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
