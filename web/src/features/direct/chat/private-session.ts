import type { SendPrivateMessage } from '@adda/contract/direct';
import { connectPrivate, type PrivateConnection } from '../../../platform/private-connection.ts';
import {
  createOutbox,
  createOwnTyping,
  createTypingUsers,
  endWhenSent,
  type ChatSession,
  type OutboxEntry,
  type Draft,
} from '../../messages/index.ts';
import { followPrivateChat, type PrivateEventTargets } from './private-events.ts';

/** A private chat while it is open: its connection and what goes out on it. */
export type PrivateSession = ChatSession & { readonly connection: PrivateConnection };

/** What a session needs. */
export type PrivateSessionOptions = Omit<PrivateEventTargets, 'connection' | 'outbox' | 'typingUsers'> & {
  /** Offers what was in a message that waited too long; true when the input took it. */
  onReturned: (draft: Draft) => boolean;
  /** Another connection than the real one. */
  connection?: PrivateConnection;
};

/** A message as the server takes it (RT-18); an image was brought to the server before. */
function payloadOf(recipient: string, entry: OutboxEntry): SendPrivateMessage {
  const { image } = entry.attachments ?? {};
  return {
    recipient,
    content: entry.content,
    ...(image && { image_id: image.id, image_url: image.url }),
    timestamp: new Date(entry.queuedAt).toISOString(),
    clientMessageId: entry.clientMessageId,
  };
}

/** Opens a private chat: connects, follows its events and sends what the outbox holds. */
export function openPrivateSession(options: PrivateSessionOptions): PrivateSession {
  const { conversation, username, account } = options;
  const connection = options.connection ?? connectPrivate({ recipient: username });
  let isLeft = false;
  const outbox = createOutbox({
    account,
    conversationId: conversation.id,
    connection: {
      state: connection.state,
      onState: connection.onState,
      send: (entry) => connection.emit('message', payloadOf(username, entry)),
      // Each waits for the confirmation of the one before, and for nothing else.
      intervalMs: 0,
    },
    onReturned: (draft) => !isLeft && options.onReturned(draft),
  });
  const typingUsers = createTypingUsers();
  const stop = followPrivateChat({
    ...options,
    connection,
    outbox,
    typingUsers,
    onRenamed: (name) => !isLeft && options.onRenamed(name),
    onGone: (text) => !isLeft && options.onGone(text),
  });
  const typing = createOwnTyping((event) => connection.emit(event, { recipient: username }));
  return {
    connection,
    outbox,
    typing,
    typingUsers,
    close() {
      typing.stopped();
      isLeft = true;
      endWhenSent({ outbox, connection }, () => {
        stop();
        outbox.close();
        connection.close();
      });
    },
  };
}
