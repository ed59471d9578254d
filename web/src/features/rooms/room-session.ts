import { GROUP_SEND_INTERVAL_MS } from '@adda/contract/rooms';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { connectGroup, type GroupConnection } from '../../platform/realtime.ts';
import { toast } from '../../ui/toast-store.ts';
import { giftQueue } from '../gifts/index.ts';
import { openChatSession, type ChatSession, type Draft, type OutboxConnection } from '../messages/index.ts';
import { hearersOf } from './composer/whisper.ts';
import type { MembershipTargets } from './members/membership-events.ts';
import { createReadReport } from './messages/report-read.ts';
import { roomConversation } from './messages/room-conversation.ts';
import { clearMemberData } from './rooms.mutations.ts';
import { roomKeys } from './rooms.queries.ts';
import { groupMessageOf } from './sending/index.ts';

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

/** How a room sends messages: a second apart (GC-55). */
export const roomOutboxConnection = (connection: GroupConnection, groupId: string): OutboxConnection => ({
  state: connection.state,
  onState: connection.onState,
  send: (entry) => connection.emit('group_message', groupMessageOf(groupId, entry)),
  intervalMs: GROUP_SEND_INTERVAL_MS,
});

/** A connection that is back within this time was not said to be lost. */
const RECONNECT_PATIENCE_MS = 1500;

/**
 * Shows a toast when the room's connection is back (SH-62, GC-45), unless nothing was said to be lost before (HM-09). Returns the
 * function that stops it.
 */
export function showReconnection(connection: Pick<GroupConnection, 'onState'>): () => void {
  let lostAt: number | undefined;
  return connection.onState((state, isAgain) => {
    if (state !== 'connected') {
      lostAt ??= Date.now();
      return;
    }
    const isBack = isAgain && lostAt !== undefined && Date.now() - lostAt > RECONNECT_PATIENCE_MS;
    if (isBack) toast.success(t`Reconnected to group chat`);
    lostAt = undefined;
  });
}

/** Follows member events once their lazy code is loaded: before the connection opens, or from the next connect. */
function followMembersLazily(
  targets: MembershipTargets & { readonly connection: GroupConnection },
): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const load = () =>
    void import('./members/membership-events.ts').then(
      (file) => {
        if (!isOver) stop ??= file.followMembers(targets);
      },
      () => undefined,
    );
  load();
  const stopState = targets.connection.onState((state) => {
    if (state === 'connected' && !stop) load();
  });
  return () => {
    isOver = true;
    stopState();
    stop?.();
  };
}

const noMembership: readonly string[] = ['not_a_member', 'banned_from_group'];
const noRoom: readonly string[] = ['group_not_found', 'invalid_group_id'];

/** Opens a room: connects, follows its events and sends the entries of the outbox. */
export function openRoomSession(options: RoomSessionOptions): RoomSession {
  const { client, groupId, account, onReturned } = options;
  const connection = options.connection ?? connectGroup({ groupId });
  const session = openChatSession({
    client,
    conversation: roomConversation(groupId),
    account,
    connection,
    sending: roomOutboxConnection(connection, groupId),
    sendTyping: (event) => connection.emit(event, { group_id: groupId }),
    showsTyping: (username) => username !== account,
    onReturned,
    findUnsent: (entries, { clientMessageId: id }) => entries.find((entry) => entry.clientMessageId === id),
    recipientsOf: hearersOf,
    closingCode: 'not_a_member',
    onProblem({ code }) {
      if (noMembership.includes(code)) clearMemberData(client, groupId);
      else if (!noRoom.includes(code)) return false;
      void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
      return true;
    },
    follow: ({ typingUsers, receive, isOpen }) => [
      connection.on('group_message', receive),
      connection.on('gift_sent', giftQueue.hear),
      followMembersLazily({
        client,
        groupId,
        account,
        connection,
        typingUsers,
        onClosed: (text) => isOpen() && options.onClosed(text),
      }),
    ],
  });
  const stopToasts = showReconnection(connection);
  return {
    ...session,
    reportRead: createReadReport(groupId),
    close() {
      stopToasts();
      session.close();
    },
  };
}
