import { GROUP_SEND_INTERVAL_MS, type SendGroupMessage } from '@adda/contract/rooms';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { connectGroup, type GroupConnection } from '../../platform/realtime.ts';
import { toast } from '../../ui/toast-store.ts';
import {
  createOutbox,
  createOwnTyping,
  createTypingUsers,
  endWhenSent,
  type ChatSession,
  type OutboxEntry,
  type OutboxConnection,
  type Draft,
} from '../messages/index.ts';
import { followRoom } from './rooms.events.ts';

/** An open room: its connection and outbox. */
export type RoomSession = ChatSession & { readonly connection: GroupConnection };

/** Dependencies of a session. */
export type RoomSessionOptions = {
  client: QueryClient;
  groupId: string;
  account: string;
  onClosed: (text: string) => void;
  onReturned: (draft: Draft) => boolean;
  /** Replaces the connection in tests. */
  connection?: GroupConnection;
};

/** A message in the format of the server (RT-03); its image is already uploaded. */
function payloadOf(groupId: string, entry: OutboxEntry): SendGroupMessage {
  const { image, video } = entry.attachments ?? {};
  return {
    group_id: groupId,
    content: entry.content,
    ...(image && { image_id: image.id }),
    ...(video && { youtube_url: video.url }),
    timestamp: new Date(entry.queuedAt).toISOString(),
    clientMessageId: entry.clientMessageId,
  };
}

/** How a room sends messages: a second apart (GC-55). */
export const roomOutboxConnection = (connection: GroupConnection, groupId: string): OutboxConnection => ({
  state: connection.state,
  onState: connection.onState,
  send: (entry) => connection.emit('group_message', payloadOf(groupId, entry)),
  intervalMs: GROUP_SEND_INTERVAL_MS,
});

/** A connection that is back within this time shows no toast. */
const RECONNECT_PATIENCE_MS = 1500;

/**
 * Shows toasts when the room's connection is lost and restored (SH-62, GC-45), but not for the first connection.
 * Returns the function that stops it.
 */
export function showConnectionToasts(connection: Pick<GroupConnection, 'state' | 'onState'>): () => void {
  let lost: ReturnType<typeof setTimeout> | undefined;
  let isSlow = false;
  let isLost = false;
  const first = setTimeout(() => {
    isSlow = connection.state() !== 'connected';
  }, RECONNECT_PATIENCE_MS);
  const stop = connection.onState((state, isAgain) => {
    clearTimeout(lost);
    if (state !== 'connected') {
      isLost = true;
      lost = setTimeout(() => toast.show(t`Disconnected`), RECONNECT_PATIENCE_MS);
      return;
    }
    if (isAgain && isLost) toast.success(t`Reconnected to group chat`);
    else if (isSlow && !isAgain) toast.success(t`Connected`);
    isLost = false;
  });
  return () => {
    stop();
    clearTimeout(first);
    clearTimeout(lost);
  };
}

/** Opens a room: connects, follows its events and sends what the outbox holds. */
export function openRoomSession(options: RoomSessionOptions): RoomSession {
  const { client, groupId, account, onClosed, onReturned } = options;
  const connection = options.connection ?? connectGroup({ groupId });
  let isLeft = false;
  const outbox = createOutbox({
    account,
    conversationId: groupId,
    connection: roomOutboxConnection(connection, groupId),
    onReturned: (draft) => !isLeft && onReturned(draft),
  });
  const typingUsers = createTypingUsers();
  const stop = followRoom({
    client,
    groupId,
    account,
    connection,
    outbox,
    typingUsers,
    onClosed: (text) => !isLeft && onClosed(text),
  });
  const stopTelling = showConnectionToasts(connection);
  const typing = createOwnTyping((event) => connection.emit(event, { group_id: groupId }));
  return {
    connection,
    outbox,
    typing,
    typingUsers,
    close() {
      typing.stopped();
      stopTelling();
      isLeft = true;
      endWhenSent({ outbox, connection }, () => {
        stop();
        outbox.close();
        connection.close();
      });
    },
  };
}
