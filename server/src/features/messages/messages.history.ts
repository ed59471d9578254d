import type { Queryable } from '../../platform/database/index.ts';
import { listDeletions } from './deletions.repository.ts';
import { readHead, readMessages } from './messages.repository.ts';
import type { Head, History, HistoryRequest, StoredMessage } from './messages.types.ts';

/**
 * Reads one page of history. The head is read first, so that whatever happens meanwhile is asked for again rather than
 * missed; where it says that nothing is new, neither a message nor a deletion is read (GC-69).
 */
export async function readHistory(db: Queryable, request: HistoryRequest): Promise<History> {
  const { conversationId, viewerId, afterSequence = 0, afterRevision, isPersonal } = request;
  const head = await readHead(db, conversationId, isPersonal ? viewerId : undefined);
  const isNothingNew = head.lastSequence <= Math.max(afterSequence, head.clearedTo);
  const found = isNothingNew
    ? []
    : await readMessages(db, { ...request, clearedTo: head.clearedTo, limit: request.limit + 1 });
  const deletions =
    afterRevision === undefined || afterRevision >= head.revision
      ? { deletedSequences: [], hiddenSequences: [], revision: head.revision }
      : await listDeletions(db, { conversationId, viewerId, afterRevision, head: head.revision });
  return { ...pageOf(found, request, head), ...deletions };
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
