import type { Queryable } from '../../platform/database/index.ts';
import { readHead, readMessages } from './messages.repository.ts';
import type { StoredMessage } from './messages.types.ts';

const PAGE = 500;

/** Everything of a private chat that one of its people sees, oldest first, as their screens show it. */
export async function* readWholeChat(
  db: Queryable,
  { conversationId, viewerId }: { readonly conversationId: number; readonly viewerId: number },
): AsyncGenerator<StoredMessage> {
  const { clearedTo } = await readHead(db, conversationId, viewerId);
  let afterSequence = clearedTo;
  for (;;) {
    const request = { conversationId, viewerId, afterSequence, clearedTo, limit: PAGE, isPersonal: true };
    const page = await readMessages(db, request);
    yield* page.filter((message) => !message.isDeleted);
    afterSequence = page.at(-1)?.sequence ?? afterSequence;
    if (page.length < PAGE) return;
  }
}
