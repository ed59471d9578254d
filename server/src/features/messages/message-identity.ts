import { createHash } from 'node:crypto';

/** The public id of a message: conversation and sequence in base 36. */
export function messageIdOf(conversationId: number, sequence: number): string {
  return `${conversationId.toString(36)}-${sequence.toString(36)}`;
}

/**
 * The client id of a message: the one that was sent, or one made of where it goes, the client's time and the content
 * . Null when the client sent no time either: the same words may be said twice.
 */
export function clientMessageIdOf(message: {
  target: string;
  clientMessageId?: string | undefined;
  timestamp?: string | undefined;
  content: string;
}): string | null {
  if (message.clientMessageId !== undefined) return message.clientMessageId;
  if (message.timestamp === undefined) return null;
  const parts = JSON.stringify([message.target, message.timestamp, message.content]);
  return `derived-${createHash('sha256').update(parts).digest('base64url')}`;
}
