import { createStore, get, update, type UseStore } from 'idb-keyval';
import type { OutboxEntry } from './outbox-entry.ts';

/** A change of the entries; applied in memory and to the storage. */
export type OutboxChange = (entries: readonly OutboxEntry[]) => readonly OutboxEntry[];

let database: UseStore | undefined;

const openDatabase = (): UseStore => (database ??= createStore('adda-outbox', 'entries'));

/** After a reload the result of a running try is unknown. */
const settled = (entry: OutboxEntry): OutboxEntry =>
  entry.state === 'sending' ? { ...entry, state: 'queued' } : entry;

/** Persistent storage of one account's entries in one conversation; the account's tabs share it. */
export type OutboxStore = {
  load(): Promise<readonly OutboxEntry[]>;
  change(change: OutboxChange): Promise<void>;
  /** Registers a listener for changes by other tabs. */
  onChanged(listener: () => void): void;
  close(): void;
};

/** Opens the store in IndexedDB. If storage is forbidden, entries are kept until the tab closes. */
export function openOutboxStore(account: string, conversationId: string): OutboxStore {
  const key = `${account}/${conversationId}`;
  const channel = new BroadcastChannel(`adda-outbox/${key}`);
  return {
    async load() {
      try {
        return (await get<OutboxEntry[]>(key, openDatabase())) ?? [];
      } catch {
        return []; // storage is forbidden
      }
    },
    async change(change) {
      try {
        await update<OutboxEntry[]>(key, (held) => change(held ?? []).map(settled), openDatabase());
        // A BroadcastChannel has no target origin: it never leaves the origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage('changed');
      } catch {
        return; // storage is forbidden: the tab still has the entries
      }
    },
    onChanged(listener) {
      channel.addEventListener('message', listener);
    },
    close: () => channel.close(),
  };
}

/** The entries of this tab; every change is stored as well. */
export type OutboxList = ReturnType<typeof createOutboxList>;

/** Creates the list of a store; empty until `refresh` has resolved. */
export function createOutboxList(store: OutboxStore) {
  const listeners = new Set<() => void>();
  let entries: readonly OutboxEntry[] = [];
  let version = 0;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const change = (made: OutboxChange): void => {
    entries = made(entries);
    version += 1;
    void store.change(made);
    notify();
  };
  return {
    entries: (): readonly OutboxEntry[] => entries,
    find: (id: string) => entries.find((entry) => entry.clientMessageId === id),
    inState: (state: OutboxEntry['state']) => entries.find((entry) => entry.state === state),
    add: (entry: OutboxEntry): void => change((held) => [...held, entry]),
    patch: (id: string, patch: Partial<OutboxEntry>): void =>
      change((held) => held.map((entry) => (entry.clientMessageId === id ? { ...entry, ...patch } : entry))),
    remove: (id: string): void => change((held) => held.filter((entry) => entry.clientMessageId !== id)),
    /** Loads the stored entries, and keeps the entry that this tab is sending. */
    async refresh(): Promise<void> {
      let seen: number;
      let stored: readonly OutboxEntry[];
      do {
        seen = version;
        stored = await store.load();
      } while (seen !== version);
      const sending = entries.find((entry) => entry.state === 'sending');
      entries = stored.map((entry) => (entry.clientMessageId === sending?.clientMessageId ? sending : entry));
      notify();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
