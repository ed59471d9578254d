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

/** An open private chat: its connection and outbox. */
export type PrivateSession = ChatSession & { readonly connection: PrivateConnection };

/** Dependencies of a session. */
export type PrivateSessionOptions = Omit<PrivateEventTargets, 'connection' | 'outbox' | 'typingUsers'> & {
  /** Offers the content of a message that waited too long; returns true if the input accepted it. */
  onReturned: (draft: Draft) => boolean;
  /** Replaces the connection in tests. */
  connection?: PrivateConnection;
};

/** A message in the format of the server (RT-18); its image is already uploaded. */
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
      // Each message waits only for the acknowledgement of the previous one.
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
