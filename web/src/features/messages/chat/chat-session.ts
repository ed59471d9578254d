import { STALE_PENDING_MS } from '@adda/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import type { Refusal } from '../../../platform/connection.ts';
import { isStaleSessionCode } from '../../../platform/stale-session.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { Attachments, Draft, EditTarget, ReplyTarget } from '../composer/attachments.ts';
import { sendEdit, withPendingEdits } from '../edits/edit.ts';
import type {
  ChatDeletion,
  ChatEdit,
  ChatMessage,
  ChatPreview,
  ChatReactions,
  Conversation,
} from '../history/conversation.ts';
import { receiveDeletion, receiveEdit, receivePreview, receiveReactions } from '../history/live-changes.ts';
import { catchUpSoon, receiveMessages } from '../history/message-history.ts';
import type { MessageStore } from '../history/message-store.ts';
import { draftOf, type OutboxMessage, type OutboxRequest } from '../outbox/outbox-entry.ts';
import type { OutboxConnection } from '../outbox/outbox-sender.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { SendError } from '../outbox/refusals.ts';
import { reactionRequests, recentReactions, withPendingReactions } from '../reactions/react.ts';
import type { ChatConnectionState } from './chat-connection-state.ts';
import { createOwnTyping, createTypingUsers, type OwnTyping, type TypingUsers } from './typing.ts';
import { asProvisional } from '../history/message-order.ts';

/** The sender's data of a message that was just acknowledged. */
type SentMessage = {
  readonly sender: string;
  readonly content: string;
  readonly attachments: Attachments;
  readonly replyTo?: ReplyTarget | undefined;
  /** Recipients of a whisper; empty for a message to all. */
  readonly recipients?: readonly string[];
};

/** The payload of an acknowledgement. */
type Confirmation = Pick<ChatMessage, '_id' | 'sequence' | 'timestamp' | 'clientMessageId'>;

/**
 * Builds the message from the acknowledgement and the sender's own data, until the server's version arrives (GC-47).
 */
export function confirmedMessage(words: SentMessage, confirmation: Confirmation): ChatMessage {
  const { image, video } = words.attachments;
  const recipients = words.recipients ?? [];
  return asProvisional({
    _id: confirmation._id,
    sequence: confirmation.sequence,
    sender: words.sender,
    content: words.content,
    image_url: image?.url ?? null,
    youtube_url: video?.url ?? null,
    image_id: image?.id ?? null,
    image_width: image?.width ?? null,
    image_height: image?.height ?? null,
    timestamp: confirmation.timestamp,
    is_deleted: false,
    version: 0,
    reactions: [],
    edited_at: null,
    reply_to: words.replyTo?.quote ?? null,
    is_private: recipients.length > 0,
    recipient_usernames: [...recipients],
    clientMessageId: confirmation.clientMessageId,
  });
}

/** The connection of an open conversation, as the views need it. */
export type ChatConnection = {
  state(): ChatConnectionState;
  /** `isAgain` is true on every connection after the first. */
  onState(handler: (state: ChatConnectionState, isAgain: boolean) => void): () => void;
  reconnect(): void;
};

/** An open conversation: its connection, outbox and typing state. */
export type ChatSession = {
  readonly connection: ChatConnection;
  readonly outbox: Outbox;
  readonly typing: OwnTyping;
  readonly typingUsers: TypingUsers;
  /** Adds a reaction of the user to a message, or removes it (RX-01): at once, or when there is a connection. */
  react(messageId: string, emoji: string, on: boolean): void;
  /** Changes the text of an own message (ED-01): at once, or when there is a connection. */
  edit(target: EditTarget, text: string): void;
  /** The held messages as the user changed them, with the changes that the server does not have yet. */
  withPending(store: MessageStore, requests: readonly OutboxRequest[]): MessageStore;
  /** Reports the newest message that was read on screen (HM-02); private chats are read by their connection. */
  reportRead?(sequence: number): void;
  /** Closes the session after pending messages are sent. */
  close(): void;
};

/** The events that the sockets of rooms and of private chats have in common. */
type ChatEvents = {
  message_confirmation: Confirmation & MessageReply;
  message_deleted: ChatDeletion;
  message_reactions: ChatReactions;
  message_preview: ChatPreview;
  message_edited: ChatEdit;
  error: SendError;
  typing_start: { readonly username: string };
  typing_stop: { readonly username: string };
};

/** A connection as the session uses it. */
type SessionConnection = ChatConnection & {
  on<E extends keyof ChatEvents>(event: E, handler: (payload: ChatEvents[E]) => void): () => void;
  onRefused(handler: (refusal: Refusal) => void): () => void;
  close(): void;
};

/** The fields of an event or acknowledgement that identify a message. */
export type MessageReply = {
  readonly clientMessageId: string | null;
  /** The content, if included. */
  readonly content?: string;
  /** The time of writing that this client sent, if included. */
  readonly client_timestamp?: string | null;
};

/** The part of a session that the description of its conversation may use. */
export type OpenChat = Pick<ChatSession, 'outbox' | 'typingUsers'> & {
  /** Applies a message of the server. */
  receive(message: ChatMessage): void;
  /** False once the user has left; pending messages may still be sent. */
  isOpen(): boolean;
};

/** Everything in which the sessions of rooms and of private chats differ. */
export type ChatSessionOptions<Connection extends SessionConnection> = {
  readonly client: QueryClient;
  readonly conversation: Conversation;
  readonly account: string;
  readonly connection: Connection;
  /** How messages are sent, and how far apart. */
  readonly sending: OutboxConnection;
  /** Sends this user's typing to the other users; returns false while not connected. */
  sendTyping(event: 'typing_start' | 'typing_stop'): boolean;
  /** Whether the typing of this user is shown. */
  showsTyping(username: string): boolean;
  /** Offers the content of a message that waited too long; returns true if the input accepted it. */
  onReturned(draft: Draft): boolean;
  /** Finds the unsent message of an event or acknowledgement. */
  findUnsent(entries: readonly OutboxMessage[], reply: MessageReply): OutboxMessage | undefined;
  /** The recipients of an own message that was acknowledged. */
  recipientsOf?(draft: Draft): readonly string[];
  /** The code of refused messages that concerns the conversation as well. */
  readonly closingCode: string;
  /** Handles a refusal of the connection, or an error without a message; returns false to have it shown. */
  onProblem(problem: Pick<Refusal, 'code' | 'detail'>, chat: OpenChat): boolean;
  /** Subscribes to the other events; returns the functions that stop it. */
  follow(chat: OpenChat): readonly (() => void)[];
};

/** Calls `end` once pending messages are sent: immediately if there are none, after 30 s at the latest. */
function endWhenSent({ outbox, connection }: Pick<ChatSession, 'outbox' | 'connection'>, end: () => void) {
  if (!outbox.isBusy() || connection.state() !== 'connected') return end();
  const endOnce = () => {
    clearTimeout(timer);
    unsubscribe();
    end();
  };
  const timer = setTimeout(endOnce, STALE_PENDING_MS);
  const unsubscribe = outbox.subscribe(() => {
    if (!outbox.isBusy()) queueMicrotask(endOnce);
  });
}

/**
 * Applies the events that both kinds of conversation have to the cache (SV-98, SV-99). Events are hints: they may arrive
 * twice, late or never, and catch-up corrects that. Returns the functions that stop it.
 */
function followChat(options: ChatSessionOptions<SessionConnection>, chat: OpenChat): (() => void)[] {
  const { client, conversation, account, connection, findUnsent } = options;
  const { outbox, typingUsers } = chat;
  const handleProblem = ({ code, detail }: Pick<Refusal, 'code' | 'detail'>) => {
    if (isStaleSessionCode(code)) return; // the connection refreshes the token and reconnects (AU-21)
    if (!options.onProblem({ code, detail }, chat) && detail !== '') toast.problem(detail);
  };
  return [
    connection.on('message_confirmation', (confirmation) => {
      const entry = findUnsent(outbox.messages(), confirmation);
      if (!entry) return; // settled by the message itself, or another tab's
      const draft = draftOf(entry);
      const { clientMessageId } = entry;
      const { text: content, attachments, replyTo } = draft;
      const recipients = options.recipientsOf?.(draft);
      const sent = { sender: account, content, attachments, replyTo, recipients };
      chat.receive(confirmedMessage(sent, { ...confirmation, clientMessageId }));
    }),
    connection.on('message_deleted', (event) => receiveDeletion(client, conversation, event)),
    connection.on('message_edited', (event) => receiveEdit(client, conversation, event)),
    connection.on('message_reactions', (event) => receiveReactions(client, conversation, event)),
    connection.on('message_preview', (event) => receivePreview(client, conversation, event)),
    connection.on('error', (error) => {
      const { clientMessageId, code } = error;
      if (clientMessageId !== undefined) outbox.refuse(error);
      if (clientMessageId === undefined || code === options.closingCode) handleProblem(error);
    }),
    connection.on('typing_start', ({ username }) => {
      if (options.showsTyping(username)) typingUsers.add(username);
    }),
    connection.on('typing_stop', ({ username }) => typingUsers.remove(username)),
    connection.onRefused(handleProblem),
    connection.onState((state) => {
      if (state === 'connected') catchUpSoon(client, conversation);
      else typingUsers.clear();
    }),
    ...options.follow(chat),
  ];
}

/** Opens a conversation: follows the events of its connection and sends the entries of the outbox. */
export function openChatSession<Connection extends SessionConnection>(
  options: ChatSessionOptions<Connection>,
): ChatSession & { readonly connection: Connection } {
  const { client, conversation, account, connection } = options;
  let isLeft = false;
  const outbox = createOutbox({
    account,
    conversationId: conversation.id,
    connection: options.sending,
    requests: { ...reactionRequests(options), sendEdit: (entry) => sendEdit(options, entry) },
    onReturned: (draft) => !isLeft && options.onReturned(draft),
  });
  const typingUsers = createTypingUsers();
  const stops = followChat(options, {
    outbox,
    typingUsers,
    isOpen: () => !isLeft,
    receive(message) {
      receiveMessages(client, conversation, [message]);
      typingUsers.remove(message.sender);
      if (message.sender !== account) return;
      const entry = options.findUnsent(outbox.messages(), message);
      if (entry) outbox.settle(entry.clientMessageId);
    },
  });
  const typing = createOwnTyping((event) => options.sendTyping(event));
  return {
    connection,
    outbox,
    typing,
    typingUsers,
    react(messageId, emoji, on) {
      if (on) recentReactions.add(emoji);
      outbox.react(messageId, emoji, on);
    },
    edit: outbox.edit,
    withPending: (store, requests) =>
      withPendingEdits(withPendingReactions(store, requests, account), requests),
    close() {
      typing.stopped();
      isLeft = true;
      endWhenSent({ outbox, connection }, () => {
        for (const stop of stops) stop();
        outbox.close();
        connection.close();
      });
    },
  };
}
