import type { ChatHistoryPage, ChatMessage } from './conversation.ts';

/** A notice to this connection only. It has no sequence: it stays at the position where it arrived. */
export type StoreNotice = { readonly message: ChatMessage; readonly afterSequence: number };

/**
 * Messages far before the newest ones, without a gap between them: shown instead of the newest while the user reads
 * there (RY-04). A window that reaches the newest messages is joined to them.
 */
export type FarWindow = {
  /** The sequence that the window was opened at. */
  readonly around: number;
  /** Ascending by `sequence`; never empty. */
  readonly messages: readonly ChatMessage[];
  readonly hasOlder: boolean;
  readonly pageStarts: readonly number[];
};

/**
 * The messages of a conversation that this client holds. All input (pages, events, acknowledgements, polls) goes
 * through the functions below and those of message-changes.ts and live-changes.ts; they are idempotent and commutative.
 */
export type MessageStore = {
  /** Ascending by `sequence`, each sequence once, all above `clearedTo`. */
  readonly messages: readonly ChatMessage[];
  readonly notices: readonly StoreNotice[];
  /**
   * Everything up to this sequence is known. A missing sequence above it may be a lost event; one below it is a whisper
   * to others, or hidden.
   */
  readonly checkedTo: number;
  /** There is more history before the oldest message. */
  readonly hasOlder: boolean;
  /**
   * First sequences of pages: these rows always show their sender's name, so that heights don't change when older ones
   * load.
   */
  readonly pageStarts: readonly number[];
  /** All changes of messages up to this revision are known (Q-06, RX-05). */
  readonly revision: number;
  /** Everything up to this sequence was cleared; 0 if never. */
  readonly clearedTo: number;
  /** Sequences that were deleted individually, held or not: an older response may still arrive. */
  readonly deleted: ReadonlySet<number>;
  /** Sequences that the reader deleted for themselves: never shown (PC-47). */
  readonly hidden: ReadonlySet<number>;
  /** Messages that were edited while they were not held: an older response may still bring them (ED-02). */
  readonly edits: ReadonlyMap<number, ChatMessage>;
  /** The window that is shown instead of the newest messages. */
  readonly far?: FarWindow | undefined;
  /** Links of the other user stay plain text (SV-105). */
  readonly hasPlainLinks: boolean;
  /**
   * What is held up to this sequence is a copy from this device, whose files can't be opened (PN-01): the first catch-up replaces it.
   */
  readonly copyTo?: number | undefined;
  /** Undefined between users who know each other, and in rooms. */
  readonly strangers?: Strangers | undefined;
};

/** What the server said of two strangers in a private chat, after the message with sequence `at` (MR-01, MR-02). */
export type Strangers = {
  /** The chat is a request to this user. */
  readonly isRequest: boolean;
  /** How many texts this user may still write; null without a limit. */
  readonly textsLeft: number | null;
  readonly at: number;
};

/** Returns what a page of history says of two strangers. */
export function strangersOf(page: ChatHistoryPage): Strangers | undefined {
  const { is_request: isRequest = false, texts_left: textsLeft = null, last_sequence: at } = page;
  return isRequest || textsLeft !== null ? { isRequest, textsLeft, at } : undefined;
}

/** Creates a store from the newest page. */
export function firstStore(page: ChatHistoryPage): MessageStore {
  const { messages, cleared_to: clearedTo } = page;
  const oldest = messages[0]?.sequence;
  return {
    messages,
    notices: [],
    checkedTo: Math.max(page.last_sequence, messages.at(-1)?.sequence ?? 0, clearedTo),
    // A page from before a clear may claim that there is more history.
    hasOlder: page.has_more && oldest !== undefined && oldest > clearedTo + 1,
    pageStarts: oldest === undefined ? [] : [oldest],
    revision: page.revision,
    clearedTo,
    deleted: new Set(page.deleted_sequences),
    hidden: new Set(page.hidden_sequences),
    edits: new Map(),
    hasPlainLinks: page.plain_links ?? false,
    strangers: strangersOf(page),
  };
}
