import { messageId } from '@adda/contract/kernel';
import { createHash } from 'node:crypto';

/** The public id of a message: conversation and sequence in base 36. */
export function messageIdOf(conversationId: number, sequence: number): string {
  return `${conversationId.toString(36)}-${sequence.toString(36)}`;
}

/** Where a message is by its public id; undefined for a text that is no such id. */
export function messageRefOf(id: string): { conversationId: number; sequence: number } | undefined {
  if (!messageId.safeParse(id).success) return undefined;
  const [conversationId = 0, sequence = 0] = id.split('-').map((part) => Number.parseInt(part, 36));
  return Number.isSafeInteger(conversationId) && Number.isSafeInteger(sequence)
    ? { conversationId, sequence }
    : undefined;
}

/**
 * The client id of a message: the one that was sent, or one made of where it goes, the client's time and everything in
 * it. Null when the client sent no time either: the same words may be said twice.
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
