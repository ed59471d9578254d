import type { ChatMessage } from './conversation.ts';

/** Messages built from an acknowledgement; the server's version replaces them. */
const provisional = new WeakSet<ChatMessage>();

/** Marks a message as provisional: built by this client, not received from the server (GC-47). */
export function asProvisional(message: ChatMessage): ChatMessage {
  provisional.add(message);
  return message;
}

/** A deletion marker: position and sender of a deleted message, without content. */
export const tombstone = (message: ChatMessage): ChatMessage => ({
  ...message,
  content: '',
  image_url: null,
  youtube_url: null,
  image_id: null,
  image_width: null,
  image_height: null,
  reactions: [],
  is_deleted: true,
});

/** The revision of the last change of a message that the store has seen. */
export const versionOf = ({ version = 0 }: ChatMessage): number => version;

/** `message` with other values of some fields; stays provisional if it is. */
export function withFields(message: ChatMessage, fields: Partial<ChatMessage>): ChatMessage {
  const changed = { ...message, ...fields };
  return provisional.has(message) ? asProvisional(changed) : changed;
}

/**
 * Chooses between two copies of a message: a deletion is final, the server's content wins over a provisional one, and
 * then the higher version wins; of equal ones the copy that arrived last (RX-05).
 */
function newer(existing: ChatMessage, given: ChatMessage): ChatMessage {
  if (existing.is_deleted !== given.is_deleted) return existing.is_deleted ? existing : given;
  if (provisional.has(given)) return existing;
  if (versionOf(existing) <= versionOf(given)) return given;
  const { reactions, version } = existing;
  return provisional.has(existing) ? { ...given, reactions, version } : existing;
}

/** Index of the first message at or after `sequence`. */
export function placeOf(messages: readonly ChatMessage[], sequence: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((messages[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `messages` without those at `sequences`. */
export const without = (
  messages: readonly ChatMessage[],
  sequences: ReadonlySet<number>,
): readonly ChatMessage[] => messages.filter((message) => !sequences.has(message.sequence));

/** Merges messages: ascending by sequence, each once. */
export function mergeMessages(
  messages: readonly ChatMessage[],
  given: readonly ChatMessage[],
): readonly ChatMessage[] {
  const next = [...messages];
  for (const message of given) {
    const index = placeOf(next, message.sequence);
    const existing = next[index];
    if (existing?.sequence === message.sequence) next[index] = newer(existing, message);
    else next.splice(index, 0, message);
  }
  return next;
}

/** Advances `checkedTo` over messages that follow it without a gap. */
export function advanceCheckedTo(messages: readonly ChatMessage[], checkedTo: number): number {
  let reached = checkedTo;
  for (let index = placeOf(messages, reached + 1); messages[index]?.sequence === reached + 1; index += 1) {
    reached += 1;
  }
  return reached;
}
