import { createStore, get, update, type UseStore } from 'idb-keyval';
import { userStorageKey } from '../../../platform/user-storage.ts';
import {
  entryKey,
  isMessage,
  isRequest,
  type Delivery,
  type OutboxEdit,
  type OutboxEntry,
  type OutboxMessage,
  type OutboxRequest,
} from './outbox-entry.ts';

/** A change of the entries; applied in memory and to the storage. */
export type OutboxChange = (entries: readonly OutboxEntry[]) => readonly OutboxEntry[];

let database: UseStore | undefined;

/** The database with the entries of all accounts in this browser. */
export const openDatabase = (): UseStore => (database ??= createStore('adda-outbox', 'entries'));

/** After a reload the result of a running try is unknown. */
const settled = (entry: OutboxEntry): OutboxEntry =>
  entry.state === 'sending' ? { ...entry, state: 'queued' } : entry;

/** An entry as it is stored: a version without other kinds stored messages without a kind. */
type StoredEntry = OutboxEntry | Omit<OutboxMessage, 'kind'>;

const read = (entries: readonly StoredEntry[] | undefined = []): readonly OutboxEntry[] =>
  entries.map((entry) => ('kind' in entry ? entry : { ...entry, kind: 'message' }));

/** Persistent storage of one account's entries in one conversation; the account's tabs share it. */
export type OutboxStore = {
  load(): Promise<readonly OutboxEntry[]>;
  change(change: OutboxChange): Promise<void>;
  /** Registers a listener for changes by other tabs, and by the service worker. */
  onChanged(listener: () => void): void;
  /** Asks the tab that sends these entries to let the caller do it. */
  askToYield(): void;
  /** Registers a listener for that question. */
  onAskedToYield(listener: () => void): void;
  close(): void;
};

/** Name of the lock of a conversation's outbox: whoever holds it sends, a tab or the service worker. */
export const outboxLock = (account: string, conversationId: string): string =>
  `adda-outbox/${account}/${conversationId}`;

/**
 * What this tab wrote and IndexedDB has not confirmed yet. Session storage is written before the press on Send returns, so that a reload
 * right after it loses nothing. The service worker has none.
 */
function openJournal(account: string, conversationId: string) {
  const key = userStorageKey('outbox', account, conversationId);
  const held = (): readonly OutboxEntry[] => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '[]');
    } catch {
      return []; // storage is forbidden, or there is none
    }
  };
  const write = (entries: readonly OutboxEntry[]) => {
    try {
      if (entries.length === 0) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(entries));
    } catch {
      return; // the entries are in IndexedDB in a moment
    }
  };
  return {
    held,
    /** Applies a change; returns the keys of the entries that it added. */
    apply(change: OutboxChange): readonly string[] {
      const before = held();
      const after = change(before);
      if (before.length + after.length > 0) write(after.map(settled));
      const known = new Set(before.map(entryKey));
      return after.map(entryKey).filter((added) => !known.has(added));
    },
    confirm(keys: readonly string[]): void {
      if (keys.length > 0) write(held().filter((entry) => !keys.includes(entryKey(entry))));
    },
  };
}

/** Opens the store in IndexedDB. If storage is forbidden, entries are kept until the tab closes. */
export function openOutboxStore(account: string, conversationId: string): OutboxStore {
  const key = `${account}/${conversationId}`;
  const journal = openJournal(account, conversationId);
  const channel = new BroadcastChannel(`adda-outbox/${key}`);
  // A BroadcastChannel has no target origin: it never leaves the origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const say = (word: 'changed' | 'yield') => channel.postMessage(word);
  const onWord = (word: 'changed' | 'yield', listener: () => void) =>
    channel.addEventListener('message', ({ data }) => data === word && listener());
  return {
    async load() {
      const unconfirmed = journal.held();
      const withUnconfirmed = (stored: readonly OutboxEntry[]) => {
        const known = new Set(stored.map(entryKey));
        return [...stored, ...unconfirmed.filter((entry) => !known.has(entryKey(entry)))];
      };
      try {
        if (unconfirmed.length > 0) {
          await update<StoredEntry[]>(key, (held) => withUnconfirmed(read(held)), openDatabase());
          journal.confirm(unconfirmed.map(entryKey));
        }
        return read(await get<StoredEntry[]>(key, openDatabase()));
      } catch {
        return unconfirmed; // storage is forbidden
      }
    },
    async change(change) {
      const added = journal.apply(change);
      try {
        await update<StoredEntry[]>(key, (held) => change(read(held)).map(settled), openDatabase());
        journal.confirm(added);
        say('changed');
      } catch {
        return; // storage is forbidden: the tab still has the entries
      }
    },
    onChanged: (listener) => onWord('changed', listener),
    askToYield: () => say('yield'),
    onAskedToYield: (listener) => onWord('yield', listener),
    close: () => channel.close(),
  };
}

/** The entries of this tab; every change is stored as well. */
export type OutboxList = ReturnType<typeof createOutboxList>;

/** The same array as `before` if both have the same elements. */
const stable = <Entry>(before: readonly Entry[], now: readonly Entry[]): readonly Entry[] =>
  now.length === before.length && now.every((entry, index) => entry === before[index]) ? before : now;

/** Creates the list of a store; empty until `refresh` has resolved. */
export function createOutboxList(store: OutboxStore) {
  const listeners = new Set<() => void>();
  let entries: readonly OutboxEntry[] = [];
  let messages: readonly OutboxMessage[] = [];
  let requests: readonly OutboxRequest[] = [];
  let version = 0;
  const show = (next: readonly OutboxEntry[]) => {
    entries = next;
    messages = stable(messages, next.filter(isMessage));
    requests = stable(requests, next.filter(isRequest));
    for (const listener of listeners) listener();
  };
  const change = (made: OutboxChange): void => {
    version += 1;
    void store.change(made);
    show(made(entries));
  };
  return {
    /** Messages in the order of writing; the same array until one changes. */
    messages: (): readonly OutboxMessage[] => messages,
    /** Changes of stored messages, in the order of writing; the same array until one changes. */
    requests: (): readonly OutboxRequest[] => requests,
    find: (id: string) => messages.find((entry) => entry.clientMessageId === id),
    inState: (state: OutboxEntry['state']) => messages.find((entry) => entry.state === state),
    add: (entry: OutboxEntry): void => change((held) => [...held, entry]),
    patch: (key: string, patch: Partial<Delivery>): void =>
      change((held) => held.map((entry) => (entryKey(entry) === key ? { ...entry, ...patch } : entry))),
    /** Gives a message another content. */
    rewrite: (key: string, content: Pick<OutboxMessage, 'content' | 'replyTo' | 'audience'>): void =>
      change((held) =>
        held.map((entry) => (isMessage(entry) && entryKey(entry) === key ? { ...entry, ...content } : entry)),
      ),
    /** Replaces the edits of the same message that no tab is sending; the new one follows one that is sent now. */
    addEdit: (edit: OutboxEdit): void =>
      change((held) => [
        ...held.filter(
          (entry) => entry.kind !== 'edit' || entry.messageId !== edit.messageId || entry.state === 'sending',
        ),
        edit,
      ]),
    remove: (key: string): void => change((held) => held.filter((entry) => entryKey(entry) !== key)),
    /** Loads the stored entries, and keeps the entries that this tab is sending. */
    async refresh(): Promise<void> {
      let seen: number;
      let stored: readonly OutboxEntry[];
      do {
        seen = version;
        stored = await store.load();
      } while (seen !== version);
      const sending = new Map(
        entries.flatMap((entry) => (entry.state === 'sending' ? [[entryKey(entry), entry] as const] : [])),
      );
      show(stored.map((entry) => sending.get(entryKey(entry)) ?? entry));
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
