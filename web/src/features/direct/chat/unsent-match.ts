import { UNSENT_MATCH_MS } from '@adda/contract/direct';
import type { OutboxEntry } from '../../messages/index.ts';

/** What came back about a message. */
export type CameBack = {
  readonly clientMessageId: string | null;
  /** What was said, where it came back. */
  readonly content?: string;
  /** When it was written, as this client had told, where that came back. */
  readonly client_timestamp?: string | null;
};

/**
 * The unsent message that a confirmation or the message itself is about: by its id, or, where no id came back, the one
 * that was sent within the last second and has the same content or time (Q-41, CO-34).
 */
export function findUnsent(
  entries: readonly OutboxEntry[],
  cameBack: CameBack,
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
