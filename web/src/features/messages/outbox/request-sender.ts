import { ApiError } from '../../../platform/api-error.ts';
import type { EditTarget } from '../composer/attachments.ts';
import type { OutboxEdit, OutboxReaction, OutboxRequest } from './outbox-entry.ts';
import type { OutboxConnection } from './outbox-sender.ts';
import type { OutboxList } from './outbox-store.ts';
import { mayRetryStatus } from './request-calls.ts';

/**
 * Queues a reaction, or its removal. It cancels the opposite one if that was not sent yet; otherwise it follows it, so
 * that the last one counts. Returns false if there is nothing to send.
 */
export function queueReaction(list: OutboxList, messageId: string, emoji: string, on: boolean): boolean {
  const last = list
    .requests()
    .filter((entry) => entry.kind === 'reaction')
    .findLast((entry) => entry.messageId === messageId && entry.emoji === emoji);
  if (last?.on === on) return false;
  if (last?.state === 'queued' && last.tries === 0) {
    list.remove(last.key);
    return false;
  }
  const entry = { key: crypto.randomUUID(), messageId, emoji, on, queuedAt: Date.now(), tries: 0 };
  list.add({ kind: 'reaction', ...entry, state: 'queued' });
  return true;
}

/** Queues an edit (ED-01). It replaces the edits of the same message that are not being sent. */
export function queueEdit(list: OutboxList, target: EditTarget, content: string): void {
  const entry = { key: crypto.randomUUID(), messageId: target.messageId, content, target };
  list.addEdit({ kind: 'edit', ...entry, queuedAt: Date.now(), tries: 0, state: 'queued' });
}

/** Delay before a failed request is sent again, in ms: doubles with each failure. */
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 60_000;

/** How a conversation sends the changes of stored messages. */
export type OutboxRequests = {
  /** Sends a reaction, and applies it to the held messages once the server has it. Throws ApiError. */
  send(entry: OutboxReaction): Promise<void>;
  /** The same for an edit. */
  sendEdit(entry: OutboxEdit): Promise<void>;
  /** Called when the server refused a reaction; it then leaves the outbox. */
  onRefused(entry: OutboxReaction, text: string): void;
};

/** Whether the same request may succeed later. */
const mayRetry = (error: unknown): error is ApiError =>
  error instanceof ApiError && mayRetryStatus(error.status);

/** Dependencies of the sender. */
export type RequestSenderOptions = {
  list: OutboxList;
  connection: Pick<OutboxConnection, 'onState'>;
  /** Whether this tab sends the entries of the outbox. */
  isMine: () => boolean;
  requests: OutboxRequests;
};

/**
 * Sends changes of stored messages one after the other, in their order, while the browser is online: requests need no
 * socket, whose connection is only a reason to try again at once. A change that may have arrived is sent again, and the
 * server applies it once.
 */
export function createRequestSender({ list, connection, isMine, requests }: RequestSenderOptions) {
  let isRunning = false;
  let isClosed = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends one change; returns false if the next must wait. */
  async function sendOne(entry: OutboxRequest): Promise<boolean> {
    const { key, tries } = entry;
    list.patch(key, { state: 'sending', tries: tries + 1, sentAt: Date.now() });
    try {
      await (entry.kind === 'edit' ? requests.sendEdit(entry) : requests.send(entry));
    } catch (error) {
      if (mayRetry(error)) {
        list.patch(key, { state: 'queued' });
        const usual = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
        failures += 1;
        if (!isClosed) timer = setTimeout(pump, (error.retryAfterSeconds ?? 0) * 1000 || usual);
        return false;
      }
      const detail = error instanceof Error ? error.message : String(error);
      // The words of a refused edit return to the input, which may not be open at the moment.
      if (entry.kind === 'edit') list.patch(key, { state: 'failed', detail });
      else {
        list.remove(key);
        requests.onRefused(entry, detail);
      }
      return true;
    }
    failures = 0;
    list.remove(key);
    return true;
  }

  const next = (): OutboxRequest | undefined =>
    !isClosed && isMine() && navigator.onLine
      ? list.requests().find(({ state }) => state === 'queued')
      : undefined;

  async function run(): Promise<void> {
    isRunning = true;
    let mayGoOn = true;
    for (let entry = next(); entry && mayGoOn; entry = next()) {
      // One after the other: the order counts.
      // oxlint-disable-next-line no-await-in-loop
      mayGoOn = await sendOne(entry);
    }
    isRunning = false;
  }

  /** Sends what waits, unless a running request does so afterwards. */
  function pump(): void {
    clearTimeout(timer);
    if (!isRunning) void run();
  }

  const stopState = connection.onState((state) => {
    if (state === 'connected') pump();
  });
  addEventListener('online', pump);
  return {
    pump,
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      stopState();
      removeEventListener('online', pump);
    },
  };
}
