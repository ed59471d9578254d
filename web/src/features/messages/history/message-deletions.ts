import type { ChatDeletion, ChatHistoryPage } from './conversation.ts';
import type { MessageBook } from './message-book.ts';
import { advanced, placeOf, tombstone, without } from './message-order.ts';

/** Takes everything up to `clearedTo` out, also what was told in between. */
function cleared(book: MessageBook, clearedTo: number): MessageBook {
  if (clearedTo <= book.clearedTo) return book;
  const messages = book.messages.slice(placeOf(book.messages, clearedTo + 1));
  // Where the oldest message went, everything above it went, too.
  const isOldestGone = messages.length < book.messages.length || book.messages.length === 0;
  return {
    ...book,
    messages,
    notices: book.notices.filter((notice) => notice.afterSequence > clearedTo),
    clearedTo,
    checkedTo: advanced(messages, Math.max(book.checkedTo, clearedTo)),
    hasOlder: book.hasOlder && !isOldestGone,
  };
}

/** Leaves only the places of the messages at `sequences`, now and whenever they come. */
export function markDeleted(book: MessageBook, sequences: readonly number[]): MessageBook {
  const fresh = sequences.filter((sequence) => !book.deleted.has(sequence));
  if (fresh.length === 0) return book;
  const deleted = new Set([...book.deleted, ...fresh]);
  const messages = book.messages.map((message) =>
    deleted.has(message.sequence) && !message.is_deleted ? tombstone(message) : message,
  );
  return { ...book, messages, deleted };
}

/** Takes the messages at `sequences` out without a trace, now and whenever they come (PC-47). */
export function hide(book: MessageBook, sequences: readonly number[]): MessageBook {
  const fresh = sequences.filter((sequence) => !book.hidden.has(sequence));
  if (fresh.length === 0) return book;
  const hidden = new Set([...book.hidden, ...fresh]);
  return { ...book, messages: without(book.messages, hidden), hidden };
}

/**
 * Takes in what an answer says about deletions; `since` is the revision that it was asked with, undefined where it was
 * asked without one.
 */
export function applyPageDeletions(
  book: MessageBook,
  page: Pick<ChatHistoryPage, 'revision' | 'cleared_to' | 'deleted_sequences' | 'hidden_sequences'>,
  since: number | undefined,
): MessageBook {
  const known = hide(cleared(book, page.cleared_to), page.hidden_sequences ?? []);
  const marked = markDeleted(known, page.deleted_sequences);
  const isComplete = since !== undefined && since <= book.revision;
  return isComplete && page.revision > book.revision ? { ...marked, revision: page.revision } : marked;
}

/**
 * Takes in that messages were deleted just now. The revision stays: an event before this one may be lost, or part of it
 * meant for others, and the next question asks for all of it.
 */
export const applyDeletionEvent = (book: MessageBook, event: ChatDeletion): MessageBook =>
  (event.hidden ? hide : markDeleted)(cleared(book, event.cleared_to), event.sequences);
