/**
 * How live events and the user's own actions change the held messages. Loaded with the session, after the first page.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ChatDeletion, ChatMessage, ChatReactions, Conversation } from './conversation.ts';
import { cleared, hide, markDeleted } from './message-changes.ts';
import { cachedStore, catchUpAgain, changeStore } from './message-history.ts';
import { placeOf, versionOf, withFields } from './message-order.ts';
import { withNotices, type MessageStore } from './message-store.ts';

/**
 * Applies deletions of an event. The revision stays: an earlier event may be lost, or a part of it was for other users,
 * and the next request fetches all of it.
 */
export const applyDeletionEvent = (store: MessageStore, event: ChatDeletion): MessageStore =>
  (event.hidden ? hide : markDeleted)(cleared(store, event.cleared_to), event.sequences);

/** Applies an event with the reactions of a message, if the message has no later version (RX-03). */
export function mergeReactions(
  messages: readonly ChatMessage[],
  event: ChatReactions,
): readonly ChatMessage[] {
  const { sequence, message_id: id, reactions, revision: version } = event;
  const index = placeOf(messages, sequence);
  const existing = messages[index];
  if (existing?._id !== id || existing.is_deleted || versionOf(existing) >= version) return messages;
  return messages.with(index, withFields(existing, { reactions, version }));
}

/**
 * Applies an event that changes messages. The known revision stays, so that the next catch-up fetches everything that
 * the events left out; in a conversation without polling, a catch-up starts immediately.
 */
function receiveChange(
  client: QueryClient,
  conversation: Conversation,
  revision: number,
  change: (store: MessageStore) => MessageStore,
): void {
  changeStore(client, conversation, change);
  const store = cachedStore(client, conversation);
  if (store && !conversation.pollMs && revision > store.revision) void catchUpAgain(client, conversation);
}

/** Applies deletions of an event. */
export function receiveDeletion(client: QueryClient, conversation: Conversation, event: ChatDeletion): void {
  receiveChange(client, conversation, event.revision ?? 0, (store) => applyDeletionEvent(store, event));
  const store = cachedStore(client, conversation);
  // If all messages are hidden, there is no oldest one to page from.
  if (store?.hasOlder && store.messages.length === 0) {
    void client.invalidateQueries({ queryKey: conversation.keys.messages });
  }
}

/** Applies the reactions of an event (RX-03). */
export const receiveReactions = (
  client: QueryClient,
  conversation: Conversation,
  event: ChatReactions,
): void =>
  receiveChange(client, conversation, event.revision, (store) => ({
    ...store,
    messages: mergeReactions(store.messages, event),
  }));

/** Marks a message as deleted before the event arrives, after the server responded that it is. */
export function removeMessage(
  client: QueryClient,
  conversation: Conversation,
  { sequence, sender }: Pick<ChatMessage, 'sequence' | 'sender'>,
  account: string,
): void {
  const hidden = conversation.hidesOthers && sender !== account;
  receiveDeletion(client, conversation, { sequences: [sequence], cleared_to: 0, hidden });
}

/** Appends a local notice, such as that a user joined; it is never sent (GC-33). */
export function addLocalNotice(store: MessageStore, text: string): MessageStore {
  const notice: ChatMessage = {
    _id: `local-${crypto.randomUUID()}`,
    sequence: 0,
    sender: 'system',
    content: text,
    image_url: null,
    image_id: null,
    image_width: null,
    image_height: null,
    timestamp: new Date().toISOString(),
    is_deleted: false,
    clientMessageId: null,
    is_admin: true,
  };
  return withNotices(store, [notice]);
}

/** Applies a rename to the senders, the recipients of whispers and the users who reacted (SV-04). */
export function renameInStore(store: MessageStore, oldName: string, name: string): MessageStore {
  const renamed = (each: string): string => (each === oldName ? name : each);
  const messages = store.messages.map((message) =>
    withFields(message, {
      sender: renamed(message.sender),
      recipient_usernames: message.recipient_usernames?.map(renamed),
      reactions: message.reactions?.map((one) => ({ ...one, usernames: one.usernames.map(renamed) })),
    }),
  );
  return { ...store, messages };
}
