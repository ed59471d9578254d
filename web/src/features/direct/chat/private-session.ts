import { type UserStatus, UNSENT_MATCH_MS } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import { connectPrivate, type PrivateConnection } from '../../../platform/private-connection.ts';
import { toast } from '../../../ui/toast-store.ts';
import {
  catchUpSoon,
  changeStore,
  openChatSession,
  receiveStatus,
  refreshStatus,
  renameInStore,
  type ChatSession,
  type Conversation,
  type Draft,
  type OpenChat,
  type OutboxMessage,
  type MessageReply,
} from '../../messages/index.ts';
import { sentMessageOf } from '../sending/index.ts';
import { unreadKeys } from '../unread/unread-count.ts';
import { privateChatKeys } from './private-chat.queries.ts';

/** An open private chat: its connection and outbox. */
export type PrivateSession = ChatSession & { readonly connection: PrivateConnection };

/** Dependencies of a session. */
export type PrivateSessionOptions = {
  readonly client: QueryClient;
  readonly conversation: Conversation;
  readonly username: string;
  readonly account: string;
  /** A block between the two users began or ended. */
  readonly onBlocked: (isBlocked: boolean) => void;
  /** The other user was renamed. */
  readonly onRenamed: (username: string) => void;
  /** The chat does not exist (PC-28). */
  readonly onGone: (text: string) => void;
  /** Offers the content of a message that waited too long; returns true if the input accepted it. */
  readonly onReturned: (draft: Draft) => boolean;
  /** Replaces the connection in tests. */
  readonly connection?: PrivateConnection;
};

/**
 * Finds the unsent message of an acknowledgement or message event: by its id, or, if there is none, the message
 * that was sent within the last second and has the same content or time (Q-41, CO-34).
 */
export function findUnsent(
  entries: readonly OutboxMessage[],
  cameBack: MessageReply,
  now = Date.now(),
): OutboxMessage | undefined {
  const { clientMessageId: id, content, client_timestamp: writtenAt } = cameBack;
  if (id !== null) return entries.find((entry) => entry.clientMessageId === id);
  return entries.find((entry) => {
    const { state, sentAt = Number.NEGATIVE_INFINITY } = entry;
    if (state !== 'sending' || now - sentAt > UNSENT_MATCH_MS) return false;
    if (content !== undefined) return entry.content === content;
    return writtenAt === new Date(entry.queuedAt).toISOString();
  });
}

const BLOCKED = 'blocked_by_user';

/** The other user does not exist: a retry would not help. */
const missingUserCodes: readonly string[] = ['user_not_found', 'cannot_chat_with_self'];

/** Messages of an earlier visit: what was received and read since is requested again (FT-03). */
const HELD_LONG_MS = 2000;

type Followed = Pick<PrivateSessionOptions, 'client' | 'conversation' | 'username'>;

/** Applies the events about requests to the chat. Returns the functions that stop it. */
function followRequest({ client, conversation, username }: Followed, connection: PrivateConnection) {
  const ended = (event: { username: string }) => {
    if (event.username === username)
      changeStore(client, conversation, (store) => ({
        ...store,
        strangers: undefined,
        hasPlainLinks: false,
      }));
  };
  return [
    connection.on('chat_request_accepted', ended),
    connection.on('chat_request_closed', ended),
    connection.on('chat_request', () => catchUpSoon(client, conversation)),
  ];
}

/** Applies the events that only private chats have (SV-99). Returns the functions that stop it. */
function followPrivateEvents(
  { client, conversation, username, account, onBlocked, onRenamed }: PrivateSessionOptions,
  connection: PrivateConnection,
  { receive, typingUsers, isOpen }: OpenChat,
) {
  const { dataUpdatedAt: heldSince = 0 } = client.getQueryState(conversation.keys.messages) ?? {};
  const isHeldLong = heldSince > 0 && Date.now() - heldSince > HELD_LONG_MS;
  return [
    connection.on('message', receive),
    connection.on('message_status', (status) => receiveStatus(client, conversation, account, status)),
    connection.on('image_processed', ({ _id: id, image_id, image_url }) =>
      changeStore(client, conversation, (store) => ({
        ...store,
        messages: store.messages.map((message) =>
          message._id === id && !message.is_deleted ? { ...message, image_id, image_url } : message,
        ),
      })),
    ),
    connection.on('error', ({ code, detail }) => {
      // The chat shows the blocked state; the failed message is reported as well (PC-49).
      if (code === BLOCKED) toast.problem(detail);
    }),
    connection.on('blocked_notification', ({ username: who, is_blocked: isBlocked }) => {
      if (who !== username) return;
      // Blocked users receive no typing_stop events.
      typingUsers.clear();
      onBlocked(isBlocked);
    }),
    ...followRequest({ client, conversation, username }, connection),
    connection.on('user_status', ({ username: who, ...status }) => {
      const queryKey = privateChatKeys.status(who);
      // A response to an earlier request would be outdated.
      void client.cancelQueries({ queryKey }).then(() => client.setQueryData<UserStatus>(queryKey, status));
    }),
    connection.on('user_renamed', ({ old_username: oldName, username: name }) => {
      changeStore(client, conversation, (store) => renameInStore(store, oldName, name));
      typingUsers.rename(oldName, name);
      if (oldName === username && isOpen()) onRenamed(name);
    }),
    connection.onState((state, isAgain) => {
      if (state !== 'connected') return;
      if (isAgain || isHeldLong) void refreshStatus(client, conversation, account);
      void client.invalidateQueries({ queryKey: privateChatKeys.status(username) });
      // Messages in an open chat count as read (SV-46).
      void client.invalidateQueries({ queryKey: unreadKeys.all });
    }),
  ];
}

/** Opens a private chat: connects, follows its events and sends the entries of the outbox. */
export function openPrivateSession(options: PrivateSessionOptions): PrivateSession {
  const { client, conversation, username, account, onReturned } = options;
  const connection = options.connection ?? connectPrivate({ recipient: username });
  return openChatSession({
    client,
    conversation,
    account,
    connection,
    sending: {
      state: connection.state,
      onState: connection.onState,
      send: (entry) => connection.emit('message', sentMessageOf(username, entry)),
      // Each message waits only for the acknowledgement of the previous one.
      intervalMs: 0,
    },
    sendTyping: (event) => connection.emit(event, { recipient: username }),
    showsTyping: (who) => who === username,
    onReturned,
    findUnsent,
    closingCode: BLOCKED,
    onProblem({ code, detail }, { isOpen }) {
      if (code === BLOCKED) options.onBlocked(true);
      else if (!missingUserCodes.includes(code)) return false;
      else if (isOpen()) options.onGone(detail);
      return true;
    },
    follow: (chat) => followPrivateEvents(options, connection, chat),
  });
}
