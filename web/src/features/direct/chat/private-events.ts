import type { PrivateMessage, PrivateOutgoing, UserStatus } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import type { PrivateConnection } from '../../../platform/private-connection.ts';
import { isStaleSessionCode } from '../../../platform/stale-session.ts';
import { toast } from '../../../ui/toast-store.ts';
import {
  catchUpSoon,
  changeStore,
  confirmedMessage,
  receiveDeletion,
  receiveMessages,
  receiveReactions,
  renameInStore,
  draftOf,
  type Conversation,
  type Outbox,
  type TypingUsers,
} from '../../messages/index.ts';
import { moveToTop } from '../conversations/cached-conversations.ts';
import { unreadKeys } from '../unread/unread-count.ts';
import { privateChatKeys } from './private-chat.queries.ts';
import { findUnsent } from './unsent-match.ts';

/** The state that events of an open private chat change. */
export type PrivateEventTargets = {
  readonly client: QueryClient;
  readonly conversation: Conversation;
  readonly username: string;
  readonly account: string;
  readonly connection: Pick<PrivateConnection, 'on' | 'onState' | 'onRefused'>;
  readonly outbox: Pick<Outbox, 'entries' | 'settle' | 'refuse'>;
  readonly typingUsers: TypingUsers;
  /** A block between the two users began or ended. */
  readonly onBlocked: (isBlocked: boolean) => void;
  /** The other user was renamed. */
  readonly onRenamed: (username: string) => void;
  /** The chat does not exist (PC-28). */
  readonly onGone: (text: string) => void;
};

/** The other user does not exist: a retry would not help. */
const missingUserCodes: readonly string[] = ['user_not_found', 'cannot_chat_with_self'];

/** Handles a refusal of the connection, or an error that is not about a message. */
function handleProblem(
  targets: PrivateEventTargets,
  { code, detail }: { code: string; detail: string },
): void {
  if (isStaleSessionCode(code)) return; // the connection refreshes the token and reconnects (AU-21)
  if (code === 'blocked_by_user') targets.onBlocked(true);
  else if (missingUserCodes.includes(code)) targets.onGone(detail);
  else if (detail !== '') toast.problem(detail);
}

function messageHandlers(targets: PrivateEventTargets) {
  const { client, conversation, username, account, outbox, typingUsers } = targets;
  const reader = { account, openUser: username };
  return {
    message(message: PrivateMessage) {
      receiveMessages(client, conversation, [message]);
      moveToTop(client, message, reader);
      typingUsers.remove(message.sender);
      if (message.sender !== account) return;
      const entry = findUnsent(outbox.entries(), message);
      if (entry) outbox.settle(entry.clientMessageId);
    },
    message_confirmation(confirmation: PrivateOutgoing['message_confirmation']) {
      const entry = findUnsent(outbox.entries(), confirmation);
      if (!entry) return; // settled by the message itself, or another tab's
      const { text: content, attachments } = draftOf(entry);
      const { clientMessageId } = entry;
      const words = { sender: account, content, attachments };
      const sent = confirmedMessage(words, { ...confirmation, clientMessageId });
      receiveMessages(client, conversation, [sent]);
      moveToTop(
        client,
        { version: 0, reactions: [], ...sent, recipient: username, is_fake: false, is_read: false },
        reader,
      );
      outbox.settle(clientMessageId);
    },
    image_processed({ _id: id, image_id, image_url }: PrivateOutgoing['image_processed']) {
      changeStore(client, conversation, (store) => ({
        ...store,
        messages: store.messages.map((message) =>
          message._id === id && !message.is_deleted ? { ...message, image_id, image_url } : message,
        ),
      }));
    },
    error(error: PrivateOutgoing['error']) {
      if (error.clientMessageId !== undefined) outbox.refuse(error);
      // The chat shows the blocked state; the failed message is reported as well (PC-49).
      if (error.code === 'blocked_by_user') toast.problem(error.detail);
      if (error.clientMessageId === undefined || error.code === 'blocked_by_user')
        handleProblem(targets, error);
    },
  };
}

/**
 * Applies the events of an open private chat to the cache (SV-99). Events are hints: they may arrive twice, late or
 * never, and catch-up corrects that. Returns the function that stops it.
 */
export function followPrivateChat(targets: PrivateEventTargets): () => void {
  const { client, conversation, username, connection, typingUsers } = targets;
  const messages = messageHandlers(targets);
  const stops = [
    connection.on('message', messages.message),
    connection.on('message_confirmation', messages.message_confirmation),
    connection.on('image_processed', messages.image_processed),
    connection.on('message_deleted', (event) => {
      receiveDeletion(client, conversation, event);
    }),
    connection.on('message_reactions', (event) => receiveReactions(client, conversation, event)),
    connection.on('error', messages.error),
    connection.on('typing_start', ({ username: who }) => who === username && typingUsers.add(who)),
    connection.on('typing_stop', ({ username: who }) => typingUsers.remove(who)),
    connection.on('blocked_notification', ({ username: who, is_blocked: isBlocked }) => {
      if (who !== username) return;
      // Blocked users receive no typing_stop events.
      typingUsers.clear();
      targets.onBlocked(isBlocked);
    }),
    connection.on('user_status', ({ username: who, ...status }) => {
      const queryKey = privateChatKeys.status(who);
      // A response to an earlier request would be outdated.
      void client.cancelQueries({ queryKey }).then(() => client.setQueryData<UserStatus>(queryKey, status));
    }),
    connection.on('user_renamed', ({ old_username: oldName, username: name }) => {
      changeStore(client, conversation, (store) => renameInStore(store, oldName, name));
      typingUsers.rename(oldName, name);
      if (oldName === username) targets.onRenamed(name);
    }),
    connection.onRefused((refusal) => handleProblem(targets, refusal)),
    connection.onState((state) => {
      if (state !== 'connected') return typingUsers.clear();
      catchUpSoon(client, conversation);
      void client.invalidateQueries({ queryKey: privateChatKeys.status(username) });
      // Messages in an open chat count as read (SV-46).
      void client.invalidateQueries({ queryKey: unreadKeys.all });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
