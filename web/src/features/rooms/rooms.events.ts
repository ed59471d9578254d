import type { GroupOutgoing } from '@adda/contract/rooms';
import type { GroupConnection } from '../../platform/realtime.ts';
import { isStaleSessionCode } from '../../platform/stale-session.ts';
import { toast } from '../../ui/toast-store.ts';
import {
  catchUpSoon,
  confirmedMessage,
  hasAttachment,
  receiveDeletion,
  receiveMessages,
  draftOf,
  type ChatMessage,
  type Outbox,
} from '../messages/index.ts';
import { giftQueue } from '../gifts/index.ts';
import type { MembershipTargets } from './members/membership-events.ts';
import { roomConversation } from './messages/room-conversation.ts';
import { clearMemberData } from './rooms.mutations.ts';
import { roomKeys } from './rooms.queries.ts';
import { whisperNames } from './composer/whisper.ts';

/** The state that events of an open room change. */
export type RoomEventTargets = MembershipTargets & {
  readonly connection: Pick<GroupConnection, 'on' | 'onState' | 'onRefused' | 'state'>;
  readonly outbox: Pick<Outbox, 'find' | 'settle' | 'refuse'>;
};

type Handlers = { [E in keyof GroupOutgoing]: (payload: GroupOutgoing[E]) => void };

/** Handles a refusal of the connection, or an error that is not about a message. */
function handleProblem(
  { client, groupId }: RoomEventTargets,
  { code, detail }: { code: string; detail: string },
): void {
  if (isStaleSessionCode(code)) return; // the connection refreshes the token and reconnects (AU-21)
  if (code === 'not_a_member' || code === 'banned_from_group') {
    clearMemberData(client, groupId);
    void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
  } else if (code === 'group_not_found' || code === 'invalid_group_id') {
    void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
  } else if (detail !== '') toast.problem(detail);
}

function messageHandlers(targets: RoomEventTargets) {
  const { client, groupId, account, outbox, typingUsers } = targets;
  const receive = (message: ChatMessage): void => {
    receiveMessages(client, roomConversation(groupId), [message]);
    typingUsers.remove(message.sender);
    if (message.sender === account && message.clientMessageId) outbox.settle(message.clientMessageId);
  };
  return {
    group_message: receive,
    message_deleted: (event) => receiveDeletion(client, roomConversation(groupId), event),
    message_confirmation(confirmation) {
      const entry = outbox.find(confirmation.clientMessageId ?? '');
      if (!entry) return; // settled by the message itself, or another tab's
      const { text: content, attachments } = draftOf(entry);
      const recipients = whisperNames(content, hasAttachment(attachments));
      receive(confirmedMessage({ sender: account, content, attachments, recipients }, confirmation));
    },
    error(error) {
      if (error.clientMessageId !== undefined) outbox.refuse(error);
      if (error.clientMessageId === undefined || error.code === 'not_a_member') handleProblem(targets, error);
    },
  } satisfies Partial<Handlers>;
}

/** Follows member events once their lazy code is loaded: before the connection opens, or from the next connect. */
function followMembersLazily(targets: RoomEventTargets): () => void {
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

/**
 * Applies the events of an open room to the cache (SV-98). Events are hints: they may arrive twice, late or never, and
 * catch-up corrects that. Returns the function that stops it.
 */
export function followRoom(targets: RoomEventTargets): () => void {
  const { client, groupId, account, connection, typingUsers } = targets;
  const messages = messageHandlers(targets);
  const stops = [
    connection.on('group_message', messages.group_message),
    connection.on('message_confirmation', messages.message_confirmation),
    connection.on('message_deleted', messages.message_deleted),
    connection.on('error', messages.error),
    connection.on('gift_sent', giftQueue.hear),
    connection.on('typing_start', ({ username }) => {
      if (username !== account) typingUsers.add(username);
    }),
    connection.on('typing_stop', ({ username }) => typingUsers.remove(username)),
    connection.onRefused((refusal) => handleProblem(targets, refusal)),
    connection.onState((state) => {
      if (state === 'connected') catchUpSoon(client, roomConversation(groupId));
      else typingUsers.clear();
    }),
    followMembersLazily(targets),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
