import {
  noAttachments,
  type Addressing,
  type Attachments,
  type Draft,
  type EditTarget,
} from '../composer/attachments.ts';
import { splitDraft, withoutReply } from '../composer/join-drafts.ts';
import { createOutboxSender, noRefusal, type OutboxConnection } from './outbox-sender.ts';
import { draftOf, type OutboxMessage } from './outbox-entry.ts';
import { createOutboxList, openOutboxStore, outboxLock, type OutboxList } from './outbox-store.ts';
import { askWorkerForSync } from './background-sync.ts';
import { afterRefusal, type SendError } from './refusals.ts';
import { createRequestSender, queueEdit, queueReaction, type OutboxRequests } from './request-sender.ts';

/** A tab's place in the queue for a lock; one of the browser's tabs holds it. */
export type TabLock = {
  /** Takes the lock from its holder, because the user writes in this tab. */
  take(): void;
  /** Whether this tab holds the lock. */
  isMine(): boolean;
  /** Lets the next one in the queue have the lock, and waits for it again. */
  yield(): void;
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
  let holder: symbol | undefined;
  let isQueued = false;

  const requestLock = (options: LockOptions): void => {
    const request = Symbol(name);
    const hold = (): Promise<void> => {
      if (!options.steal) isQueued = false;
      if (leaving.signal.aborted) return Promise.resolve();
      holder = request;
      onMine();
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    locks?.request(name, options, hold).catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      if (!wasTaken(error)) throw error;
      // A tab that takes the lock while its first request is being granted interrupts itself, and may learn that late.
      if (holder === request) holder = undefined;
      if (holder === undefined) queue();
    });
  };
  const queue = () => {
    if (isQueued) return;
    isQueued = true;
    requestLock({ signal: leaving.signal });
  };
  const isMine = () => !locks || holder !== undefined;
  if (locks) queue();
  else queueMicrotask(onMine);
  return {
    take() {
      if (!isMine() && !leaving.signal.aborted) requestLock({ steal: true });
    },
    isMine,
    yield() {
      if (holder === undefined) return;
      holder = undefined;
      release?.();
      queue();
    },
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
  /** How changes of stored messages are sent. */
  requests: OutboxRequests;
  /** Offers the content of a message that waited too long; returns true if the input had room for it. */
  onReturned: (draft: Draft) => boolean;
};

/** What this device has not sent yet in one conversation: messages, and changes of stored messages. */
export type Outbox = ReturnType<typeof createOutbox>;

function applyRefusal(
  list: OutboxList,
  sender: ReturnType<typeof createOutboxSender>,
  error: SendError,
): void {
  const { clientMessageId = '' } = error;
  const entry = list.find(clientMessageId);
  if (!entry) return;
  const { patch, pauseMs } = afterRefusal(entry, error);
  if (pauseMs !== undefined) sender.pause(pauseMs);
  list.patch(clientMessageId, patch);
  sender.pump();
}

const hasPending = (list: OutboxList): boolean =>
  [...list.messages(), ...list.requests()].some((entry) => entry.state !== 'failed');

/** What the views read of the entries. */
const readersOf = ({ find, messages, requests, subscribe }: OutboxList) => ({
  find,
  /** The unacknowledged messages, in the order of writing; the same array until it changes. */
  messages,
  /** The changes of stored messages that the server does not have yet; the same array until it changes. */
  requests,
  subscribe,
});

/** Asks for a background sync when something waits: it sends what is in the outbox even if the page is closed (PN-01). */
function createHandOver(connection: Pick<OutboxConnection, 'onState'>, isBusy: () => boolean) {
  let isComing = false;
  const ask = async (): Promise<void> => {
    isComing = await askWorkerForSync();
  };
  const stopState = connection.onState((state) => {
    if (state !== 'connected' && isBusy()) void ask();
  });
  const onHidden = () => {
    if (document.visibilityState === 'hidden' && isBusy()) void ask();
  };
  document.addEventListener('visibilitychange', onHidden);
  return {
    ask,
    isComing: () => isComing,
    close(): void {
      stopState();
      document.removeEventListener('visibilitychange', onHidden);
    },
  };
}

/** Queues the messages that a draft becomes; returns the client message id of the first. */
function queueDraft(list: OutboxList, draft: Draft): string {
  const first = crypto.randomUUID();
  const drafts = splitDraft(draft);
  for (const [index, { text: content, ...others }] of drafts.entries()) {
    const clientMessageId = index === 0 ? first : crypto.randomUUID();
    const entry = { ...others, clientMessageId, content, queuedAt: Date.now(), tries: 0 };
    const together = drafts.length > 1 && { together: first };
    list.add({ kind: 'message', ...entry, ...together, state: 'queued' });
  }
  return first;
}

/** Removes messages, after which the next one is sent; notes whether one of them was stored by the server. */
function createRemoval(list: OutboxList, sender: ReturnType<typeof createOutboxSender>) {
  let hasSent = false;
  const remove = (id: string): OutboxMessage | undefined => {
    const entry = list.find(id);
    if (!entry) return undefined;
    list.remove(id);
    sender.pump();
    return entry;
  };
  const settle = (id: string): OutboxMessage | undefined => {
    hasSent ||= list.find(id) !== undefined;
    return remove(id);
  };
  return { remove, settle, hasSent: (): boolean => hasSent };
}

/** Queues a failed message again; `isAlone`: without its quote, for the same people. */
function requeue(list: OutboxList, clientMessageId: string, isAlone: boolean): void {
  const entry = list.find(clientMessageId);
  if (entry && isAlone) {
    const { text: content, audience } = withoutReply(draftOf(entry));
    list.rewrite(clientMessageId, { content, audience, replyTo: undefined });
  }
  list.patch(clientMessageId, { state: 'queued', ...noRefusal, queuedAt: Date.now() });
}

/**
 * Keeps messages until the server has acknowledged them: queued, sending, then removed; or failed. Beside them it keeps
 * changes of stored messages, such as reactions, until the server has answered. The account's tabs share it and one of
 * them sends. Nothing is lost on a reload and nothing is duplicated (R-03, X-21, RX-06).
 */
export function createOutbox({ account, conversationId, connection, requests, onReturned }: OutboxOptions) {
  const store = openOutboxStore(account, conversationId);
  const list = createOutboxList(store);
  let isClosed = false;
  const isBusy = () => hasPending(list);
  const handOver = createHandOver(connection, isBusy);
  const turn = acquireTabLock(outboxLock(account, conversationId), () => {
    void list.refresh().then(async () => {
      if (list.inState('queued')) await handOver.ask();
      if (isClosed) return;
      sender.expire(0); // left over from an earlier visit
      pump();
    });
  });
  const shared = { list, connection, isMine: turn.isMine };
  const sender = createOutboxSender({ ...shared, isHandedOver: handOver.isComing, onReturned });
  const requestSender = createRequestSender({ ...shared, requests });
  const pump = () => {
    sender.pump();
    requestSender.pump();
  };
  store.onChanged(() => void list.refresh().then(pump));
  const isConnected = () => connection.state() === 'connected';
  store.onAskedToYield(() => isConnected() || turn.yield());
  void list.refresh();

  const { remove, settle, hasSent } = createRemoval(list, sender);
  const sendNow = () => {
    turn.take();
    pump();
    if (!isConnected()) void handOver.ask();
  };

  return {
    /**
     * Queues a message, which is stored from then on; several in this order for a draft with several images (HM-12). Returns the
     * client message id of the first.
     */
    send(text: string, attachments: Attachments = noAttachments, addressing: Addressing = {}): string {
      const clientMessageId = queueDraft(list, { text, attachments, ...addressing });
      sendNow();
      return clientMessageId;
    },
    /** Queues a reaction, or its removal (RX-06); see {@link queueReaction}. */
    react(messageId: string, emoji: string, on: boolean): void {
      if (queueReaction(list, messageId, emoji, on)) sendNow();
    },
    /** Queues an edit of a message (ED-01). The newest one of a message replaces those that still wait. */
    edit(target: EditTarget, content: string): void {
      queueEdit(list, target, content);
      sendNow();
    },
    /** Removes a change of a stored message without sending it. */
    drop: list.remove,
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
      for (const { clientMessageId } of list.messages())
        if (isStored(clientMessageId)) settle(clientMessageId);
    },
    /** Handles a refusal: temporary ones wait, all others mark the message as failed (GC-55). */
    refuse(error: SendError): void {
      applyRefusal(list, sender, error);
    },
    /** Retries a failed message, with the same id; `isAlone`: without its quote, for the same people. */
    retry(id: string, isAlone = false): void {
      requeue(list, id, isAlone);
      sendNow();
    },
    /** Removes a message without sending it; returns its content. */
    discard(id: string): Draft | undefined {
      const entry = remove(id);
      return entry && draftOf(entry);
    },
    ...readersOf(list),
    /** Whether the server has stored a message of this outbox since it was opened; changes are told to those of `subscribe`. */
    hasSent,
    /** Whether anything is pending. */
    isBusy,
    close(): void {
      isClosed = true;
      for (const part of [handOver, sender, requestSender, store]) part.close();
      turn.leave();
    },
  };
}
