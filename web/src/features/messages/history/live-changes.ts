/**
 * How live events and the user's own actions change the held messages. Loaded with the session, after the first page.
 */
import { HISTORY_PAGE } from '@adda/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import type {
  ChatDeletion,
  ChatEdit,
  ChatMessage,
  ChatPreview,
  ChatReactions,
  ChatStatus,
  Conversation,
} from './conversation.ts';
import { applyEdit, cleared, hide, markDeleted } from './message-changes.ts';
import { cachedStore, catchUpAgain, changeStore } from './message-history.ts';
import { placeOf, revisionOf, withFields } from './message-order.ts';
import { changeAll, redacted } from './quotes.ts';
import { withNotices, type MessageStore } from './message-store.ts';

/**
 * Applies deletions of an event. The revision stays: an earlier event may be lost, or a part of it was for other users,
 * and the next request fetches all of it.
 */
export const applyDeletionEvent = (store: MessageStore, event: ChatDeletion): MessageStore =>
  (event.hidden ? hide : markDeleted)(cleared(store, event.cleared_to), event.sequences);

/** Applies an event with some fields of a message, unless the message is deleted or `isKnown` from later. */
function mergeFields(
  messages: readonly ChatMessage[],
  { sequence, message_id: id }: ChatReactions | ChatPreview,
  isKnown: (message: ChatMessage) => boolean,
  fields: Partial<ChatMessage>,
): readonly ChatMessage[] {
  const index = placeOf(messages, sequence);
  const existing = messages[index];
  if (existing?._id !== id || existing.is_deleted || isKnown(existing)) return messages;
  return messages.with(index, withFields(existing, fields));
}

/** Applies an event with the reactions of a message, if its reactions are not known from later (RX-03). */
export function mergeReactions(
  messages: readonly ChatMessage[],
  event: ChatReactions,
): readonly ChatMessage[] {
  const { reactions, revision } = event;
  const isKnown = (message: ChatMessage) => revisionOf(message, 'reactions') >= revision;
  return mergeFields(messages, event, isKnown, { reactions, reactionsRevision: revision });
}

/** Applies an event with the card of a message's link, if the card is not known from later (FT-05). */
export function mergePreview(messages: readonly ChatMessage[], event: ChatPreview): readonly ChatMessage[] {
  const { preview, revision } = event;
  const isKnown = (message: ChatMessage) => revisionOf(message, 'preview') >= revision;
  return mergeFields(messages, event, isKnown, { preview, previewRevision: revision });
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
  receiveChange(client, conversation, event.revision, (store) =>
    changeAll(store, (messages) => mergeReactions(messages, event)),
  );

/** Applies the card of a message's link (FT-05). */
export const receivePreview = (client: QueryClient, conversation: Conversation, event: ChatPreview): void =>
  receiveChange(client, conversation, event.revision, (store) =>
    changeAll(store, (messages) => mergePreview(messages, event)),
  );

/** Applies an edited message of an event (ED-02). */
export const receiveEdit = (
  client: QueryClient,
  conversation: Conversation,
  { revision, ...message }: ChatEdit,
): void => receiveChange(client, conversation, revision, (store) => applyEdit(store, message));

/** Applies what the other user of a private chat has received or read to the messages of the account (FT-03). */
export const receiveStatus = (
  client: QueryClient,
  conversation: Conversation,
  account: string,
  { up_to_sequence: upTo, delivered_at, read_at }: ChatStatus,
): void =>
  changeStore(client, conversation, (store) =>
    changeAll(store, (messages) =>
      messages.map((message) => {
        const isOwn = message.sender === account && message.sequence > 0 && message.sequence <= upTo;
        const isKnown = message.delivered_at && (message.read_at || !read_at);
        if (!isOwn || isKnown || message.is_deleted) return message;
        return withFields(message, {
          is_read: message.is_read || read_at !== null,
          delivered_at: message.delivered_at ?? delivered_at,
          read_at: message.read_at ?? read_at,
        });
      }),
    ),
  );

/**
 * Requests what the other user has received and read while this device was not connected: events are not repeated.
 * Does nothing if it is known of the newest own message.
 */
export async function refreshStatus(
  client: QueryClient,
  conversation: Conversation,
  account: string,
): Promise<void> {
  const isOwn = ({ sender, is_deleted: isDeleted }: ChatMessage) => sender === account && !isDeleted;
  const newest = cachedStore(client, conversation)?.messages.findLast(isOwn);
  if (!newest || newest.read_at) return;
  const page = await conversation.readHistory({ limit: HISTORY_PAGE }).catch(() => undefined);
  const own = page?.messages.filter(isOwn) ?? [];
  for (const known of [own.findLast((each) => each.read_at), own.findLast((each) => each.delivered_at)]) {
    if (!known?.delivered_at) continue;
    const { sequence: up_to_sequence, delivered_at, read_at = null } = known;
    receiveStatus(client, conversation, account, { up_to_sequence, delivered_at, read_at });
  }
}

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

/** Applies a rename to the senders, also of quotes, the recipients of whispers, mentions and reactions (SV-04). */
export function renameInStore(store: MessageStore, oldName: string, name: string): MessageStore {
  const renamed = (each: string): string => (each === oldName ? name : each);
  const inMessage = (message: ChatMessage): ChatMessage =>
    withFields(message, {
      sender: renamed(message.sender),
      recipient_usernames: message.recipient_usernames?.map(renamed),
      mentions: message.mentions?.map(renamed),
      reply_to: message.reply_to && {
        ...message.reply_to,
        sender: message.reply_to.sender && renamed(message.reply_to.sender),
      },
      reactions: message.reactions?.map((one) => ({ ...one, usernames: one.usernames.map(renamed) })),
    });
  return {
    ...changeAll(store, (messages) => messages.map(inMessage)),
    edits: new Map([...store.edits].map(([sequence, message]) => [sequence, inMessage(message)])),
  };
}

/** Hides what a user wrote, also in quotes: after a block between the two, or during a suspension (SV-50, SV-52). */
export function hideSender(store: MessageStore, username: string): MessageStore {
  const shown = changeAll(store, (messages) =>
    messages
      .filter(({ sender }) => sender !== username)
      .map((message) =>
        message.reply_to?.sender === username
          ? withFields(message, { reply_to: { ...message.reply_to, ...redacted } })
          : message,
      ),
  );
  return { ...shown, edits: new Map([...store.edits].filter(([, { sender }]) => sender !== username)) };
}
