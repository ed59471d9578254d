import { STALE_PENDING_MS } from '@adda/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { connectGroup, type GroupConnection } from '../../platform/realtime.ts';
import type { Words } from './composer/attachments.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { followRoom } from './rooms.events.ts';
import { createOwnTyping, createTypists, type OwnTyping, type Typists } from './messages/typing.ts';

/** A room while it is open: its connection and what goes out on it. */
export type RoomSession = {
  readonly line: GroupConnection;
  readonly outbox: Outbox;
  readonly typing: OwnTyping;
  readonly typists: Typists;
  /** Closes it; what is on its way is sent first. */
  close(): void;
};

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

/** Opens a room: connects, follows its events and sends what the outbox holds. */
export function openRoomSession(options: RoomSessionOptions): RoomSession {
  const { client, groupId, account, onClosed, onReturned } = options;
  const line = options.line ?? connectGroup({ groupId });
  let isLeft = false;
  const outbox = createOutbox({
    account,
    groupId,
    line,
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
  const typing = createOwnTyping(line, groupId);
  const end = () => {
    stop();
    outbox.close();
    line.close();
  };
  return {
    line,
    outbox,
    typing,
    typists,
    close() {
      typing.stopped();
      isLeft = true;
      if (!outbox.isBusy() || line.state() !== 'connected') return end();
      const endOnce = () => {
        clearTimeout(timer);
        unsubscribe();
        end();
      };
      const timer = setTimeout(endOnce, STALE_PENDING_MS);
      const unsubscribe = outbox.subscribe(() => {
        if (!outbox.isBusy()) queueMicrotask(endOnce);
      });
    },
  };
}
