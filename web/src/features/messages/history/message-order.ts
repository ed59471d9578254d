import type { ChatMessage } from './conversation.ts';

/** Messages built from an acknowledgement; the server's version replaces them. */
const provisional = new WeakSet<ChatMessage>();

/** Marks a message as provisional: built by this client, not received from the server (GC-47). */
export function asProvisional(message: ChatMessage): ChatMessage {
  provisional.add(message);
  return message;
}

/** What a message may have beside its text and image, without a value. */
export const NOTHING_ELSE = {
  audio_url: null,
  audio_duration_ms: null,
  audio_waveform: null,
  reactions: [],
  edited_at: null,
  reply_to: null,
  preview: null,
  forwarded_from: null,
};

/** A deletion marker: position and sender of a deleted message, without content. */
export const tombstone = (message: ChatMessage): ChatMessage => ({
  ...message,
  content: '',
  image_url: null,
  youtube_url: null,
  image_id: null,
  image_width: null,
  image_height: null,
  ...NOTHING_ELSE,
  is_deleted: true,
});

/** The revision of the last change of a message that the store has seen. */
export const versionOf = ({ version = 0 }: ChatMessage): number => version;

/** `message` with other values of some fields; stays provisional if it is. */
export function withFields(message: ChatMessage, fields: Partial<ChatMessage>): ChatMessage {
  const changed = { ...message, ...fields };
  return provisional.has(message) ? asProvisional(changed) : changed;
}

/** The fields that an event may bring without the rest of the message (RX-03, FT-05). */
const apart = ['reactions', 'preview'] as const;

/**
 * The revision up to which such a field of a message is known; that of an event may be later than the field's last change.
 */
export const revisionOf = (message: ChatMessage, field: (typeof apart)[number]): number =>
  Math.max(versionOf(message), message[`${field}Revision`] ?? 0);

/** `chosen` with what only the other copy knows of its delivery: that never ends, and an older copy may be chosen (FT-03). */
function withStatusOf(chosen: ChatMessage, { is_read, delivered_at, read_at }: ChatMessage): ChatMessage {
  if ((chosen.is_read || !is_read) && (chosen.delivered_at ?? !delivered_at) && (chosen.read_at ?? !read_at))
    return chosen;
  return withFields(chosen, {
    is_read: chosen.is_read || is_read,
    delivered_at: chosen.delivered_at ?? delivered_at,
    read_at: chosen.read_at ?? read_at,
  });
}

/**
 * Chooses between two copies of a message: a deletion is final, the server's content wins over a provisional one, and
 * then the higher version wins; of equal ones the copy that arrived last (RX-05). Its reactions and its card are the latest of
 * both.
 */
function newer(existing: ChatMessage, given: ChatMessage): ChatMessage {
  if (existing.is_deleted !== given.is_deleted) return existing.is_deleted ? existing : given;
  if (provisional.has(given)) return existing;
  const isGivenNewer = provisional.has(existing) || versionOf(existing) <= versionOf(given);
  const [newest, other] = isGivenNewer ? [given, existing] : [existing, given];
  const chosen = withStatusOf(newest, other);
  return apart.reduce((message, field) => {
    const revision = revisionOf(other, field);
    return revision > revisionOf(chosen, field)
      ? withFields(message, { [field]: other[field], [`${field}Revision`]: revision })
      : message;
  }, chosen);
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
