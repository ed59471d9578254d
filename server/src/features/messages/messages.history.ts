import type { Queryable } from '../../platform/database/index.ts';
import { listChanges } from './change-log.repository.ts';
import { readHead, readMessages } from './messages.repository.ts';
import type { Head, History, HistoryRequest, StoredMessage } from './messages.types.ts';

const NO_CHANGES = {
  deletedSequences: [],
  hiddenSequences: [],
  changedMessages: [],
  isTooMany: false,
} as const;

/**
 * Reads one page of history. The head is read first, so that whatever happens meanwhile is asked for again rather than
 * missed. Where the head has nothing new, neither messages nor changes are read (GC-69).
 */
export async function readHistory(db: Queryable, request: HistoryRequest): Promise<History> {
  const { conversationId, viewerId, afterSequence = 0, afterRevision, isPersonal } = request;
  const head = await readHead(db, conversationId, isPersonal ? viewerId : undefined);
  const isNothingNew = head.lastSequence <= Math.max(afterSequence, head.clearedTo);
  const found = isNothingNew
    ? []
    : await readMessages(db, { ...request, clearedTo: head.clearedTo, limit: request.limit + 1 });
  const changes =
    afterRevision === undefined || afterRevision >= head.revision
      ? { ...NO_CHANGES, revision: head.revision }
      : await listChanges(db, { conversationId, viewerId, isPersonal, afterRevision }, head);
  return { ...pageOf(found, request, head), ...changes };
}

/** One message more than asked for was read, to see whether there is more on that side. */
function pageOf(found: readonly StoredMessage[], request: HistoryRequest, head: Head) {
  const hasMore = found.length > request.limit;
  const isForward = request.afterSequence !== undefined;
  const messages = !hasMore ? found : isForward ? found.slice(0, request.limit) : found.slice(1);
  const lastSequence = Math.max(head.lastSequence, messages.at(-1)?.sequence ?? 0);
  const shownTo = hasMore && isForward ? (messages.at(-1)?.sequence ?? 0) : lastSequence;
  return { ...head, messages, hasMore, lastSequence, shownTo: request.before ? 0 : shownTo };
}
