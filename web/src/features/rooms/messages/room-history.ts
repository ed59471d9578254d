import { CATCH_UP_MAX, HISTORY_PAGE, HISTORY_PAGE_MAX } from '@adda/contract/messages';
import { GROUP_POLL_MS, type GroupMessage, type GroupOutgoing } from '@adda/contract/rooms';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import {
  addNewer,
  addOlder,
  emptyBook,
  hasGap,
  openBook,
  upsertMessages,
  type MessageBook,
} from './message-book.ts';
import { applyDeletionEvent, applyPageDeletions, markDeleted } from './message-deletions.ts';
import { roomKeys } from '../rooms.queries.ts';

type Range = { before?: string; after_sequence?: number; after_revision?: number; limit?: number };

const readHistory = (groupId: string, range: Range, signal?: AbortSignal) =>
  api('GET /groupchat/group-messages', {
    query: { group_id: groupId, limit: HISTORY_PAGE, ...range },
    signal,
    landing: '/error',
  });

/** The book of a room that is held now. */
export const heldBook = (client: QueryClient, groupId: string): MessageBook | undefined =>
  client.getQueryData<MessageBook>(roomKeys.messages(groupId));

/** Changes the book of a room, if one is held. */
export function changeBook(
  client: QueryClient,
  groupId: string,
  change: (book: MessageBook) => MessageBook,
): void {
  client.setQueryData<MessageBook>(roomKeys.messages(groupId), (book) => book && change(book));
}

/** A room's messages: its newest page at first, then kept up to date by events and catch-up. */
export const roomMessages = (groupId: string) =>
  queryOptions({
    queryKey: roomKeys.messages(groupId),
    queryFn: async ({ signal }): Promise<MessageBook> => openBook(await readHistory(groupId, {}, signal)),
    staleTime: Infinity,
    structuralSharing: false,
  });

/** Takes in messages that an event or a confirmation brought; asks for what is missing in between. */
export function receiveMessages(client: QueryClient, groupId: string, given: readonly GroupMessage[]): void {
  changeBook(client, groupId, (book) => upsertMessages(book, given));
  if (hasGap(heldBook(client, groupId) ?? emptyBook)) catchUpSoon(client, groupId);
}

/** Takes in that messages were deleted; what was lost before it comes with the poll. */
export function receiveDeletion(client: QueryClient, event: GroupOutgoing['message_deleted']): void {
  changeBook(client, event.group_id, (book) => applyDeletionEvent(book, event));
}

/** Shows a message as deleted before the room hears of it: the server has said that it is. */
export function forgetMessage(client: QueryClient, groupId: string, sequence: number): void {
  changeBook(client, groupId, (book) => markDeleted(book, [sequence]));
}

/** A link to a message's image that works again; undefined when there is none to be had. */
export async function freshImage(
  client: QueryClient,
  groupId: string,
  messageId: string,
): Promise<string | undefined> {
  try {
    const message = await api('GET /groupchat/messages/:id', {
      params: { id: messageId },
      landing: '/error',
    });
    receiveMessages(client, groupId, [message]);
    return message.image_url ?? undefined;
  } catch {
    return undefined; // the image says that it did not load
  }
}

/** Asks once for what this client may have missed; a question that is under way is not repeated. */
export function catchUpSoon(client: QueryClient, groupId: string): void {
  if (!heldBook(client, groupId)) return;
  void client.prefetchQuery({ ...catchUp(client, groupId), staleTime: 0 });
}

/** Most questions in one catch-up: what is left comes with the next one. */
const MOST_PAGES = Math.ceil(CATCH_UP_MAX / HISTORY_PAGE_MAX) + 2;

/**
 * One question for what came after the last checked sequence and for what was deleted since the last known revision
 * . Answers whether another one is due.
 */
async function catchUpOnce(client: QueryClient, groupId: string, signal: AbortSignal): Promise<boolean> {
  const held = heldBook(client, groupId);
  if (held === undefined) return false;
  const { checkedTo: from, revision: since } = held;
  const range = { after_sequence: from, after_revision: since, limit: HISTORY_PAGE_MAX };
  const page = await readHistory(groupId, range, signal);
  if (page.last_sequence - from > CATCH_UP_MAX) {
    const newest = await readHistory(groupId, {}, signal);
    changeBook(client, groupId, (book) => openBook(newest, book));
    return hasGap(heldBook(client, groupId) ?? emptyBook);
  }
  changeBook(client, groupId, (book) => applyPageDeletions(addNewer(book, page, from), page, since));
  return page.has_more || hasGap(heldBook(client, groupId) ?? emptyBook);
}

/** The poll of GC-69, which is also how a gap and a reconnect are caught up with (GC-44). */
export const catchUp = (client: QueryClient, groupId: string) =>
  queryOptions({
    queryKey: roomKeys.catchUp(groupId),
    queryFn: async ({ signal }): Promise<number> => {
      let isBehind = true;
      for (let asked = 0; isBehind && asked < MOST_PAGES; asked += 1) {
        isBehind = await catchUpOnce(client, groupId, signal);
      }
      return heldBook(client, groupId)?.checkedTo ?? 0;
    },
    refetchInterval: GROUP_POLL_MS,
    staleTime: 0,
    retry: false,
  });

const olderUnderWay = new Map<string, Promise<void>>();

/** Loads the page before the oldest message held (GC-07, Q-30), once at a time. Throws ApiError. */
export function loadOlder(client: QueryClient, groupId: string): Promise<void> {
  const running = olderUnderWay.get(groupId);
  if (running) return running;
  const book = heldBook(client, groupId);
  const before = book?.messages[0]?.timestamp;
  if (!book?.hasOlder || before === undefined) return Promise.resolve();
  const loading = readHistory(groupId, { before })
    .then((page) =>
      changeBook(client, groupId, (now) => applyPageDeletions(addOlder(now, page, before), page, undefined)),
    )
    .finally(() => olderUnderWay.delete(groupId));
  olderUnderWay.set(groupId, loading);
  return loading;
}
