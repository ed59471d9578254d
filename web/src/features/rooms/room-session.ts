import { GROUP_SEND_INTERVAL_MS, type SendGroupMessage } from '@adda/contract/rooms';
import type { QueryClient } from '@tanstack/react-query';
import { connectGroup, type GroupConnection } from '../../platform/realtime.ts';
import {
  createOutbox,
  createOwnTyping,
  createTypists,
  endWhenSent,
  type ChatSession,
  type OutboxEntry,
  type OutboxLine,
  type Words,
} from '../messages/index.ts';
import { tellConnection } from './connection-toasts.ts';
import { followRoom } from './rooms.events.ts';

/** A room while it is open: its connection and what goes out on it. */
export type RoomSession = ChatSession & { readonly line: GroupConnection };

/** What a session needs. */
export type RoomSessionOptions = {
  client: QueryClient;
  groupId: string;
  account: string;
  onClosed: (text: string) => void;
  onReturned: (words: Words) => boolean;
  /** Another connection than the real one. */
  line?: GroupConnection;
};

/** A message as the server takes it (RT-03); an image was brought to the server before. */
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

/** How the messages of a room leave: a second apart (GC-55). */
export const roomOutboxLine = (line: GroupConnection, groupId: string): OutboxLine => ({
  state: line.state,
  onState: line.onState,
  send: (entry) => line.emit('group_message', payloadOf(groupId, entry)),
  intervalMs: GROUP_SEND_INTERVAL_MS,
});

/** Opens a room: connects, follows its events and sends what the outbox holds. */
export function openRoomSession(options: RoomSessionOptions): RoomSession {
  const { client, groupId, account, onClosed, onReturned } = options;
  const line = options.line ?? connectGroup({ groupId });
  let isLeft = false;
  const outbox = createOutbox({
    account,
    conversationId: groupId,
    line: roomOutboxLine(line, groupId),
    onReturned: (words) => !isLeft && onReturned(words),
  });
  const typists = createTypists();
  const stop = followRoom({
    client,
    groupId,
    account,
    line,
    outbox,
    typists,
    onClosed: (text) => !isLeft && onClosed(text),
  });
  const stopTelling = tellConnection(line);
  const typing = createOwnTyping((event) => line.emit(event, { group_id: groupId }));
  return {
    line,
    outbox,
    typing,
    typists,
    close() {
      typing.stopped();
      stopTelling();
      isLeft = true;
      endWhenSent({ outbox, line }, () => {
        stop();
        outbox.close();
        line.close();
      });
    },
  };
}
