import { UNSENT_MATCH_MS } from '@adda/contract/direct';
import type { MessageReply, OutboxEntry } from '../../messages/index.ts';

/**
 * Finds the unsent message of an acknowledgement or message event: by its id, or, if there is none, the one that was
 * sent within the last second and has the same content or time (Q-41, CO-34).
 */
export function findUnsent(
  entries: readonly OutboxEntry[],
  cameBack: MessageReply,
  now = Date.now(),
): OutboxEntry | undefined {
  const { clientMessageId: id, content, client_timestamp: writtenAt } = cameBack;
  if (id !== null) return entries.find((entry) => entry.clientMessageId === id);
  return entries.find((entry) => {
    const { state, sentAt = Number.NEGATIVE_INFINITY } = entry;
    if (state !== 'sending' || now - sentAt > UNSENT_MATCH_MS) return false;
    if (content !== undefined) return entry.content === content;
    return writtenAt === new Date(entry.queuedAt).toISOString();
  });
}
