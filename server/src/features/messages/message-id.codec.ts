import { messageId } from '@adda/contract/kernel';
import { createHash } from 'node:crypto';

/** Returns the public id of a message: conversation and sequence in base 36. */
export function messageIdOf(conversationId: number, sequence: number): string {
  return `${conversationId.toString(36)}-${sequence.toString(36)}`;
}

/** Returns the reference to a message from its public id; undefined for any other text. */
export function messageRefOf(id: string): { conversationId: number; sequence: number } | undefined {
  if (!messageId.safeParse(id).success) return undefined;
  const [conversationId = 0, sequence = 0] = id.split('-').map((part) => Number.parseInt(part, 36));
  return Number.isSafeInteger(conversationId) && Number.isSafeInteger(sequence)
    ? { conversationId, sequence }
    : undefined;
}

/**
 * Returns the client id of a message: the id that was sent, or a hash of its target, the client's time and its whole
 * content. Null without a client time, because the same text may be sent twice.
 */
export function clientMessageIdOf(message: {
  target: string;
  clientMessageId?: string | undefined;
  timestamp?: string | undefined;
  content: string;
  attachments?: readonly (string | null)[];
}): string | null {
  if (message.clientMessageId !== undefined) return message.clientMessageId;
  if (message.timestamp === undefined) return null;
  const { target, timestamp, content, attachments = [] } = message;
  const parts = JSON.stringify([target, timestamp, content, ...attachments]);
  return `derived-${createHash('sha256').update(parts).digest('base64url')}`;
}

/**
 * Returns the client id of a forwarded message: the same for each retry with the same key (FT-06). It needs no place, because
 * client ids differ by conversation. Null without a key.
 */
export function forwardedIdOf(messageId: string, key: string | undefined): string | null {
  if (key === undefined) return null;
  const parts = JSON.stringify([messageId, key]);
  return `forward-${createHash('sha256').update(parts).digest('base64url')}`;
}
