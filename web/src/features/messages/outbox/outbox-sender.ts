import { t } from '@lingui/core/macro';
import { STALE_PENDING_MS } from '@adda/contract/messages';
import type { ChatConnectionState } from '../chat/chat-connection-state.ts';
import type { Draft } from '../composer/attachments.ts';
import { joinSplit } from '../composer/join-drafts.ts';
import { draftOf, type OutboxMessage } from './outbox-entry.ts';
import type { OutboxList } from './outbox-store.ts';

/** An acknowledgement that takes longer than this while connected triggers a retry, with the same id. */
const CONFIRMATION_MS = 10_000;

/** Maximum number of tries without an acknowledgement. */
const MOST_TRIES = 3;

/** Removes what was said about an earlier try. */
export const noRefusal = { detail: undefined, code: undefined };

/** How a conversation sends messages. */
export type OutboxConnection = {
  state(): ChatConnectionState;
  onState(handler: (state: ChatConnectionState) => void): () => void;
  /** Emits one message in the server's format; returns false while not connected. */
  send(entry: OutboxMessage): boolean;
  /** Minimum time between two messages, in ms; 0 if the next may follow the previous acknowledgement immediately. */
  readonly intervalMs: number;
};

/** Dependencies of the sender. */
export type SenderOptions = {
  list: OutboxList;
  connection: OutboxConnection;
  /** Whether this tab sends the messages of the outbox. */
  isMine: () => boolean;
  /** Whether a background sync sends the messages: then they wait for it (PN-01). */
  isHandedOver: () => boolean;
  /** Offers the content of a message that waited too long; returns true if the input accepted it. */
  onReturned: (draft: Draft) => boolean;
};

/** Several messages that were one draft, or a message alone. */
type Together = readonly [OutboxMessage, ...OutboxMessage[]];

/** Returns which messages were one draft, in their order (HM-12). */
function togetherIn(entries: readonly OutboxMessage[]): readonly Together[] {
  const [first, ...rest] = entries;
  if (!first) return [];
  const isWith = ({ together }: OutboxMessage) => together !== undefined && together === first.together;
  return [[first, ...rest.filter(isWith)], ...togetherIn(rest.filter((entry) => !isWith(entry)))];
}

/** The content of messages that were one draft, as it is put back into the input. */
const draftOfAll = ([first, ...others]: Together): Draft =>
  joinSplit([draftOf(first), ...others.map(draftOf)]);

/**
 * Sends queued messages, one at a time and with the conversation's minimum interval (GC-55), waits for each
 * acknowledgement, and returns the ones that could not be sent for 30 s to the input (GC-50, X-21), unless a background
 * sync sends them (PN-01, ADR 54).
 */
export function createOutboxSender({ list, connection, isMine, isHandedOver, onReturned }: SenderOptions) {
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
  const fail = (id: string, detail: string, code?: string) =>
    list.patch(id, { state: 'failed', detail, code });

  /**
   * Returns messages that were one draft as one (HM-12). A try without a response may already be stored: sent as a new message
   * it could be duplicated, so it stays here.
   */
  function returnToInput(entries: Together): void {
    const isReturned = entries.every(({ tries }) => tries === 0) && onReturned(draftOfAll(entries));
    for (const { clientMessageId } of entries) {
      if (isReturned) list.remove(clientMessageId);
      else fail(clientMessageId, t`You were offline, so this is still here.`);
    }
  }

  /** Returns messages to the input that have waited for 30 s since they were written or since `offlineFrom`, unless a sync is coming. */
  function expire(offlineFrom: number): void {
    if (isHandedOver()) return;
    const now = Date.now();
    const isStale = ({ state, queuedAt }: OutboxMessage) =>
      state === 'queued' && Math.max(queuedAt, offlineFrom) + STALE_PENDING_MS <= now;
    for (const entries of togetherIn(list.messages().filter(isStale))) returnToInput(entries);
  }

  function send(entry: OutboxMessage, now: number): void {
    const { clientMessageId, tries } = entry;
    sentAt = now;
    mayNotSendBefore = now + connection.intervalMs;
    list.patch(clientMessageId, { state: 'sending', tries: tries + 1, sentAt: now, ...noRefusal });
    if (!connection.send(entry)) list.patch(clientMessageId, { state: 'queued', tries });
    wake(CONFIRMATION_MS);
  }

  function waitOffline(now: number): void {
    expire(connectedUntil);
    const next = list.inState('queued');
    if (next) wake(Math.max(next.queuedAt, connectedUntil) + STALE_PENDING_MS - now);
  }

  /** Runs the due steps and schedules the next run. */
  function pump(): void {
    clearTimeout(timer);
    if (isClosed || !isMine()) return;
    const now = Date.now();
    if (connection.state() !== 'connected') return isHandedOver() ? undefined : waitOffline(now);
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
    /** Whether the minimum interval after the previous message is over. */
    isFree: (): boolean => Date.now() >= mayNotSendBefore,
    /** Sends nothing for this time, in ms. */
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
