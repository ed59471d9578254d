import { noAttachments, type Attachments, type Draft } from '../composer/attachments.ts';
import { createOutboxSender, type OutboxConnection } from './outbox-sender.ts';
import { draftOf, type OutboxEntry } from './outbox-entry.ts';
import { createOutboxList, openOutboxStore } from './outbox-store.ts';

/** A tab's place in the queue for a lock; one of the browser's tabs holds it. */
export type TabLock = {
  /** Takes the lock from its holder, because the user writes in this tab. */
  take(): void;
  /** Whether this tab holds the lock. */
  isMine(): boolean;
  leave(): void;
};

/** Another tab took the lock. */
const wasTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/**
 * Waits for the lock shared by tabs that use the same name. Without lock support (plain http) every tab holds it; the
 * server's idempotency covers that.
 */
export function acquireTabLock(name: string, onMine: () => void): TabLock {
  const locks: LockManager | null | undefined = navigator.locks;
  const leaving = new AbortController();
  let release: (() => void) | undefined;
  let isMine = !locks;

  const hold = (): Promise<void> => {
    if (leaving.signal.aborted) return Promise.resolve();
    isMine = true;
    onMine();
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  const requestLock = (options: LockOptions): void => {
    locks?.request(name, options, hold).catch((error: unknown) => {
      isMine = false;
      if (leaving.signal.aborted) return;
      if (wasTaken(error)) requestLock({ signal: leaving.signal });
      else throw error;
    });
  };
  if (locks) requestLock({ signal: leaving.signal });
  else queueMicrotask(onMine);
  return {
    take() {
      if (!isMine && !leaving.signal.aborted) requestLock({ steal: true });
    },
    isMine: () => isMine,
    leave() {
      leaving.abort();
      release?.();
    },
  };
}

/** The account, conversation and connection of an outbox. */
export type OutboxOptions = {
  account: string;
  /** The {@link Conversation}'s id. */
  conversationId: string;
  connection: OutboxConnection;
  /** Offers the content of a message that waited too long; returns true if the input had room for it. */
  onReturned: (draft: Draft) => boolean;
};

/** The unacknowledged messages of this device in one conversation. */
export type Outbox = ReturnType<typeof createOutbox>;

/** The server's refusal of a message. */
export type SendError = {
  readonly clientMessageId?: string | undefined;
  readonly code: string;
  readonly detail: string;
  /** Seconds. */
  readonly retry_after?: number | undefined;
};

/** Codes of temporary refusals. A message refused with `unavailable` may already be stored, so it counts as tried. */
const tooFast: readonly string[] = ['sending_too_fast', 'rate_limited'];
const UNAVAILABLE = 'unavailable';

/** Delay after a refusal without one, in ms. */
const USUAL_WAIT_SECONDS = 1;

/**
 * Keeps messages until the server has acknowledged them: queued, sending, then removed; or failed. The account's tabs
 * share it and one of them sends. Nothing is lost on a reload and nothing is duplicated.
 */
export function createOutbox({ account, conversationId, connection, onReturned }: OutboxOptions) {
  const store = openOutboxStore(account, conversationId);
  const list = createOutboxList(store);
  let isClosed = false;
  const turn = acquireTabLock(`adda-outbox/${account}/${conversationId}`, () => {
    void list.refresh().then(() => {
      if (isClosed) return;
      sender.expire(0); // left over from an earlier visit
      sender.pump();
    });
  });
  const sender = createOutboxSender({ list, connection, isMine: turn.isMine, onReturned });
  store.onChanged(() => void list.refresh().then(sender.pump));
  void list.refresh();

  const settle = (id: string): OutboxEntry | undefined => {
    const entry = list.find(id);
    if (!entry) return undefined;
    list.remove(id);
    sender.pump();
    return entry;
  };
  const sendNow = () => {
    turn.take();
    sender.pump();
  };

  return {
    /** Queues a message, which is stored from then on. Returns its client message id. */
    send(content: string, attachments: Attachments = noAttachments): string {
      const clientMessageId = crypto.randomUUID();
      const entry = { clientMessageId, content, attachments, queuedAt: Date.now(), tries: 0 };
      list.add({ ...entry, state: 'queued' });
      sendNow();
      return clientMessageId;
    },
    /**
     * Whether a message would wait for the minimum interval, or behind queued ones, although there is a connection
     * (GC-55).
     */
    mustWait: (): boolean =>
      connection.intervalMs > 0 &&
      connection.state() === 'connected' &&
      (!sender.isFree() || list.inState('queued') !== undefined),
    /** Removes and returns a message that the server has stored. */
    settle,
    /** Removes all messages for which `isStored` is true, after pages and polls. */
    settleAll(isStored: (clientMessageId: string) => boolean): void {
      for (const { clientMessageId } of list.entries())
        if (isStored(clientMessageId)) settle(clientMessageId);
    },
    /** Handles a refusal: temporary ones wait, all others mark the message as failed (GC-55). */
    refuse({ clientMessageId = '', code, detail, retry_after }: SendError): void {
      const entry = list.find(clientMessageId);
      if (!entry) return;
      const isTooFast = tooFast.includes(code);
      if (isTooFast || code === UNAVAILABLE) {
        sender.pause((retry_after ?? USUAL_WAIT_SECONDS) * 1000);
        list.patch(clientMessageId, { state: 'queued', tries: isTooFast ? entry.tries - 1 : 1 });
      } else sender.fail(clientMessageId, detail);
      sender.pump();
    },
    /** Retries a failed message, with the same id. */
    retry(id: string): void {
      list.patch(id, { state: 'queued', detail: undefined, queuedAt: Date.now() });
      sendNow();
    },
    /** Removes a message without sending it; returns its content. */
    discard(id: string): Draft | undefined {
      const entry = settle(id);
      return entry && draftOf(entry);
    },
    find: list.find,
    /** The unacknowledged messages, in the order of writing; the same array until it changes. */
    entries: list.entries,
    /** Whether any message is pending. */
    isBusy: (): boolean => list.entries().some((entry) => entry.state !== 'failed'),
    subscribe: list.subscribe,
    close(): void {
      isClosed = true;
      sender.close();
      turn.leave();
      store.close();
    },
  };
}
