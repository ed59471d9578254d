import { t } from '@lingui/core/macro';
import type { GroupMessage, GroupOutgoing } from '@adda/contract/rooms';
import type { QueryClient } from '@tanstack/react-query';
import type { GroupConnection } from '../../platform/realtime.ts';
import { isStaleSessionCode } from '../../platform/stale-session.ts';
import { toast } from '../../ui/toast-store.ts';
import { confirmedMessage, renameInBook } from './message-book.ts';
import type { Outbox } from './outbox.ts';
import { catchUpSoon, changeBook, receiveMessages } from './room-history.ts';
import { stoppedBeingMember } from './rooms.mutations.ts';
import { newcomer, patchMembers, patchRoom, roomKeys } from './rooms.queries.ts';
import type { Typists } from './typing.ts';
import { whisperNames } from './whisper.ts';

/** What the events of one open room change. */
export type RoomEventTargets = {
  readonly client: QueryClient;
  readonly groupId: string;
  /** The person's own username. */
  readonly account: string;
  readonly line: Pick<GroupConnection, 'on' | 'onState' | 'onRefused'>;
  readonly outbox: Pick<Outbox, 'find' | 'settle' | 'refuse'>;
  readonly typists: Typists;
  /** The person is no longer a member: the room closes with this sentence (GC-38, GC-39). */
  readonly onClosed: (text: string) => void;
};

type Handlers = { [E in keyof GroupOutgoing]: (payload: GroupOutgoing[E]) => void };

/** What a refusal of the whole connection or an error about no message means. */
function heardTrouble(
  { client, groupId }: RoomEventTargets,
  { code, detail }: { code: string; detail: string },
): void {
  if (isStaleSessionCode(code)) return; // the connection refreshes the token and comes back (AU-21)
  if (code === 'not_a_member') stoppedBeingMember(client, groupId);
  else if (code === 'group_not_found' || code === 'invalid_group_id') {
    void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
  } else if (detail !== '') toast.problem(detail);
}

function memberHandlers(targets: RoomEventTargets) {
  const { client, groupId, account, typists, onClosed } = targets;
  return {
    group_joined({ username }) {
      let isNew = true;
      patchMembers(client, groupId, 0, (members) => {
        isNew &&= !members.some((member) => member.username === username);
        return members;
      });
      if (!isNew || username === account) return;
      patchRoom(client, groupId, (group) => ({ ...group, member_count: group.member_count + 1 }));
      patchMembers(client, groupId, 1, (members, isLastPage) =>
        isLastPage ? [...members, newcomer(username)] : members,
      );
    },
    group_left({ username }) {
      typists.remove(username);
      if (username === account) {
        stoppedBeingMember(client, groupId);
        onClosed(t`You have left the group.`);
        return;
      }
      patchRoom(client, groupId, (group) => ({
        ...group,
        member_count: Math.max(0, group.member_count - 1),
      }));
      patchMembers(client, groupId, -1, (members) =>
        members.filter((member) => member.username !== username),
      );
    },
    user_status({ username, is_online }) {
      patchMembers(client, groupId, 0, (members) =>
        members.map((member) => (member.username === username ? { ...member, is_online } : member)),
      );
    },
    user_renamed({ old_username: oldName, username, is_guest }) {
      changeBook(client, groupId, (book) => renameInBook(book, oldName, username));
      patchMembers(client, groupId, 0, (members) =>
        members.map((member) => (member.username === oldName ? { ...member, username, is_guest } : member)),
      );
      patchRoom(client, groupId, (group) =>
        group.creator === oldName ? { ...group, creator: username } : group,
      );
      typists.rename(oldName, username);
    },
  } satisfies Partial<Handlers>;
}

function messageHandlers(targets: RoomEventTargets) {
  const { client, groupId, account, outbox, typists } = targets;
  const receive = (message: GroupMessage): void => {
    receiveMessages(client, groupId, [message]);
    typists.remove(message.sender);
    if (message.sender === account && message.clientMessageId) outbox.settle(message.clientMessageId);
  };
  return {
    group_message: receive,
    message_confirmation(confirmation) {
      const entry = outbox.find(confirmation.clientMessageId ?? '');
      if (!entry) return; // settled by the message itself, or another tab's
      const { content } = entry;
      const words = { groupId, sender: account, content, recipients: whisperNames(content) };
      receive(confirmedMessage(words, confirmation));
    },
    error(error) {
      if (error.clientMessageId !== undefined) outbox.refuse(error);
      if (error.clientMessageId === undefined || error.code === 'not_a_member') heardTrouble(targets, error);
    },
  } satisfies Partial<Handlers>;
}

/**
 * Lets the events of an open room change what is held of it (SV-98). Events are hints: what they say may come twice,
 * late or never, and catch-up mends it. Returns how to stop.
 */
export function followRoom(targets: RoomEventTargets): () => void {
  const { client, groupId, account, line, typists } = targets;
  const messages = messageHandlers(targets);
  const members = memberHandlers(targets);
  const stops = [
    line.on('group_message', messages.group_message),
    line.on('message_confirmation', messages.message_confirmation),
    line.on('error', messages.error),
    line.on('group_joined', members.group_joined),
    line.on('group_left', members.group_left),
    line.on('user_status', members.user_status),
    line.on('user_renamed', members.user_renamed),
    line.on('typing_start', ({ username }) => {
      if (username !== account) typists.add(username);
    }),
    line.on('typing_stop', ({ username }) => typists.remove(username)),
    line.onRefused((refusal) => heardTrouble(targets, refusal)),
    line.onState((state, isAgain) => {
      if (state !== 'connected') return typists.clear();
      catchUpSoon(client, groupId);
      if (isAgain) void client.invalidateQueries({ queryKey: roomKeys.members(groupId) });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
