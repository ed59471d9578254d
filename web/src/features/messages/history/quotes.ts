import { excerptOf, type Quote } from '@adda/contract/messages';
import { wordsOf } from '@adda/contract/rooms';
import type { ChatMessage } from './conversation.ts';
import { placeOf, withFields } from './message-order.ts';
import type { MessageStore } from './store-state.ts';

/** Returns the held message at `sequence`, among the newest ones or in the window. */
export function heldAt(store: MessageStore, sequence: number): ChatMessage | undefined {
  for (const messages of [store.messages, store.far?.messages ?? []]) {
    const found = messages[placeOf(messages, sequence)];
    if (found?.sequence === sequence) return found;
  }
  return undefined;
}

const nothingQuoted = {
  excerpt: '',
  has_image: false,
  has_voice: false,
  has_video: false,
  is_deleted: false,
};

/** The quote of a message that the reader may not see (RY-01). */
export const redacted = { ...nothingQuoted, sender: null };

/** Excerpts are cut once for each copy of a message. */
const excerpts = new WeakMap<ChatMessage, string>();

function excerptOfMessage(message: ChatMessage): string {
  const known = excerpts.get(message);
  if (known !== undefined) return known;
  const excerpt = excerptOf(wordsOf(message.content, message.is_private ?? false));
  excerpts.set(message, excerpt);
  return excerpt;
}

/** What the store knows about a quoted message; undefined if the quote of the reply is all. */
function factsOf(store: MessageStore, { sequence }: Quote): Partial<Quote> | undefined {
  if (sequence <= store.clearedTo || store.hidden.has(sequence)) return redacted;
  const original = heldAt(store, sequence) ?? store.edits.get(sequence);
  if (store.deleted.has(sequence) || original?.is_deleted) {
    return { ...nothingQuoted, ...(original && { sender: original.sender }), is_deleted: true };
  }
  return original && { sender: original.sender, excerpt: excerptOfMessage(original) };
}

function withQuote(store: MessageStore, message: ChatMessage): ChatMessage {
  const quote = message.reply_to;
  // What the reader may not see stays so: the server says when that ends.
  const facts = quote && quote.sender !== null ? factsOf(store, quote) : undefined;
  if (!quote || !facts) return message;
  const next = { ...quote, ...facts };
  const isSame = (Object.keys(facts) as (keyof Quote)[]).every((name) => next[name] === quote[name]);
  return isSame ? message : withFields(message, { reply_to: next });
}

/** Changes the newest messages and those of the window alike. */
export function changeAll(
  store: MessageStore,
  change: (messages: readonly ChatMessage[]) => readonly ChatMessage[],
): MessageStore {
  const { far } = store;
  const window = far && change(far.messages);
  return {
    ...store,
    messages: change(store.messages),
    far: far && window && window.length > 0 ? { ...far, messages: window } : undefined,
  };
}

/**
 * Makes the quotes of all held replies follow what the store knows of their originals: an edit, a deletion, or that the
 * reader hid or cleared it (RY-03).
 */
export const followOriginals = (store: MessageStore): MessageStore =>
  changeAll(store, (messages) => {
    let isChanged = false;
    const next = messages.map((message) => {
      const changed = withQuote(store, message);
      isChanged ||= changed !== message;
      return changed;
    });
    return isChanged ? next : messages;
  });
