import { t } from '@lingui/core/macro';
import { STALE_PENDING_MS } from '@adda/contract/messages';
import type { ChatConnectionState } from '../chat/chat-connection-state.ts';
import type { Draft } from '../composer/attachments.ts';
import { draftOf, type OutboxEntry } from './outbox-entry.ts';
import type { OutboxList } from './outbox-store.ts';

/** A confirmation that takes longer than this while connected is asked for again, with the same id. */
const CONFIRMATION_MS = 10_000;

/** So many tries without a confirmation are enough. */
const MOST_TRIES = 3;

/** How a conversation's messages leave. */
export type OutboxConnection = {
  state(): ChatConnectionState;
  onState(handler: (state: ChatConnectionState) => void): () => void;
  /** Emits one message as the server takes it; false while not connected. */
  send(entry: OutboxEntry): boolean;
  /** Least time between two messages, in ms; 0 where the next may follow its predecessor's confirmation at once. */
  readonly intervalMs: number;
};

/** What the sender works with. */
export type SenderOptions = {
  list: OutboxList;
  connection: OutboxConnection;
  /** Whether this tab is the one that sends. */
  isMine: () => boolean;
  /** Offers what was in a message that waited too long; true when the input took it. */
  onReturned: (draft: Draft) => boolean;
};

/**
 * Sends what is queued, one at a time and as far apart as the conversation asks (GC-55), waits for its confirmation, and gives back what
 * could not leave for 30 s (GC-50, X-21).
 */
export function createOutboxSender({ list, connection, isMine, onReturned }: SenderOptions) {
  let sentAt = 0;
  let mayNotSendBefore = 0;
  let connectedUntil = 0;
  let wasConnected = connection.state() === 'connected';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const wake = (inMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(pump, Math.max(0, inMs));
  };
  const fail = (id: string, detail: string) => list.patch(id, { state: 'failed', detail });

  /** A try whose answer never came may be stored already: said anew it could be doubled, so it stays here. */
  function giveBack(entry: OutboxEntry): void {
    const { clientMessageId, tries } = entry;
    if (tries === 0 && onReturned(draftOf(entry))) list.remove(clientMessageId);
    else fail(clientMessageId, t`You were offline, so this is still here.`);
  }

  /** Gives back what has waited for 30 s since it was written or since `offlineFrom`. */
  function expire(offlineFrom: number): void {
    const now = Date.now();
    for (const entry of list.entries()) {
      if (entry.state !== 'queued') continue;
      if (Math.max(entry.queuedAt, offlineFrom) + STALE_PENDING_MS <= now) giveBack(entry);
    }
  }

  function send(entry: OutboxEntry, now: number): void {
    const { clientMessageId, tries } = entry;
    sentAt = now;
    mayNotSendBefore = now + connection.intervalMs;
    list.patch(clientMessageId, { state: 'sending', tries: tries + 1, sentAt: now, detail: undefined });
    const isOut = connection.send(entry);
    if (!isOut) list.patch(clientMessageId, { state: 'queued', tries });
    wake(CONFIRMATION_MS);
  }

  function waitOffline(now: number): void {
    expire(connectedUntil);
    const next = list.inState('queued');
    if (next) wake(Math.max(next.queuedAt, connectedUntil) + STALE_PENDING_MS - now);
  }

  /** Does what is due and sets the clock for what is due next. */
  function pump(): void {
    clearTimeout(timer);
    if (isClosed || !isMine()) return;
    const now = Date.now();
    if (connection.state() !== 'connected') return waitOffline(now);
    const sending = list.inState('sending');
    if (sending && now < sentAt + CONFIRMATION_MS) return wake(sentAt + CONFIRMATION_MS - now);
    if (sending && sending.tries >= MOST_TRIES) {
      fail(sending.clientMessageId, t`We couldn't confirm that this arrived.`);
      return pump();
    }
    const next = sending ?? list.inState('queued');
    if (!next) return;
    if (now < mayNotSendBefore) wake(mayNotSendBefore - now);
    else send(next, now);
  }

  const stopState = connection.onState((state) => {
    if (wasConnected && state !== 'connected') {
      connectedUntil = Date.now();
      const sending = list.inState('sending');
      if (sending) list.patch(sending.clientMessageId, { state: 'queued' });
    }
    wasConnected = state === 'connected';
    pump();
  });

  return {
    pump,
    expire,
    fail,
    /** Whether the second of the message before is over. */
    isFree: (): boolean => Date.now() >= mayNotSendBefore,
    /** Sends nothing for so long. */
    pause(forMs: number): void {
      mayNotSendBefore = Date.now() + forMs;
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      stopState();
    },
  };
}
