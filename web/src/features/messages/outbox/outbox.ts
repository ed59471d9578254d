import { noAttachments, type Attachments, type Draft } from '../composer/attachments.ts';
import { createOutboxSender, type OutboxConnection } from './outbox-sender.ts';
import { draftOf, type OutboxEntry } from './outbox-entry.ts';
import { createOutboxList, openOutboxStore } from './outbox-store.ts';
import { waitForTurn } from './turn.ts';

/** Whose outbox it is and what it sends on. */
export type OutboxOptions = {
  account: string;
  /** The {@link Conversation}'s id. */
  conversationId: string;
  connection: OutboxConnection;
  /** Offers what was in a message that waited too long; true when the input had room for it. */
  onReturned: (draft: Draft) => boolean;
};

/** The messages of this device in one conversation that are not confirmed yet. */
export type Outbox = ReturnType<typeof createOutbox>;

/** What the server says about a message that it did not take. */
export type SendError = {
  readonly clientMessageId?: string | undefined;
  readonly code: string;
  readonly detail: string;
  /** Seconds. */
  readonly retry_after?: number | undefined;
};

/** Codes of refusals that pass by waiting; what was `unavailable` may be stored already, so it counts as tried. */
const tooFast: readonly string[] = ['sending_too_fast', 'rate_limited'];
const UNAVAILABLE = 'unavailable';

/** Waited when a refusal does not say for how long. */
const USUAL_WAIT_SECONDS = 1;

/**
 * Keeps what is to be said until the server has confirmed it: queued, sending, then gone; or failed. The account's
 * tabs share it and one of them sends. Nothing is lost on a reload and nothing doubled.
 */
export function createOutbox({ account, conversationId, connection, onReturned }: OutboxOptions) {
  const store = openOutboxStore(account, conversationId);
  const list = createOutboxList(store);
  let isClosed = false;
  const turn = waitForTurn(`adda-outbox/${account}/${conversationId}`, () => {
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
    /** Queues a message; it is kept from here on. Answers its client message id. */
    send(content: string, attachments: Attachments = noAttachments): string {
      const clientMessageId = crypto.randomUUID();
      const entry = { clientMessageId, content, attachments, queuedAt: Date.now(), tries: 0 };
      list.add({ ...entry, state: 'queued' });
      sendNow();
      return clientMessageId;
    },
    /** Whether a message would wait for its second, or for what waits already, although the line is there (GC-55). */
    mustWait: (): boolean =>
      connection.intervalMs > 0 &&
      connection.state() === 'connected' &&
      (!sender.isFree() || list.inState('queued') !== undefined),
    /** It is stored on the server: takes it out and answers it. */
    settle,
    /** Takes out everything that `isStored`: what pages and polls brought. */
    settleAll(isStored: (clientMessageId: string) => boolean): void {
      for (const { clientMessageId } of list.entries())
        if (isStored(clientMessageId)) settle(clientMessageId);
    },
    /** The server refused a message: too fast, or in trouble, waits; anything else failed (GC-55). */
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
    /** Sends a failed message again, with the same id. */
    retry(id: string): void {
      list.patch(id, { state: 'queued', detail: undefined, queuedAt: Date.now() });
      sendNow();
    },
    /** Takes a message out, unsent; answers what was in it. */
    discard(id: string): Draft | undefined {
      const entry = settle(id);
      return entry && draftOf(entry);
    },
    find: list.find,
    /** What is not confirmed, in the order of writing; the same array until it changes. */
    entries: list.entries,
    /** Whether something is on its way or waits for it. */
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
