import type { GroupOutgoing } from '@adda/contract/rooms';
import type { FlushEvent, RoomName } from '../../../platform/realtime/index.ts';
import type { Deletable, Deleted } from '../../messages/index.ts';
import { messageIdOf } from '../../messages/index.ts';
import { groupRoom, hidesRoom, memberRoom } from '../rooms.types.ts';

/** What one call deleted in one room: these messages, or everything up to `clearedTo` when there are none. */
export type MessageDeletion = Deleted & {
  readonly groupId: string;
  readonly conversationId: number;
  readonly messages: readonly Deletable[];
  /** Senders of these messages who have a block with some member: that member gets no event about theirs. */
  readonly blockedUserIds: ReadonlySet<number>;
};

type Event = FlushEvent<GroupOutgoing>;

/**
 * Who is told what of a deletion: the room of what everybody could read, the people of a private message of
 * that one, and nobody of messages that a block hides from them. Parts that are not for everybody go
 * first and don't reach the revision while the rest is still to come, so that somebody who gets only some asks for it.
 */
export function deletionEvents(deletion: MessageDeletion): Map<RoomName, Event[]> {
  const { groupId, messages, revision } = deletion;
  const toRooms = new Map<RoomName, Event[]>();
  const open = messages.filter((message) => message.recipientIds === null);
  const isRoomTold = open.length > 0 || messages.length === 0;
  for (const [userId, theirs] of privateParts(messages)) {
    const reached = isRoomTold ? revision - 1 : revision;
    toRooms.set(memberRoom(userId, groupId), eventsOf(deletion, theirs, reached));
  }
  if (isRoomTold) toRooms.set(groupRoom(groupId), eventsOf(deletion, open, revision));
  return toRooms;
}

/** What each blockedUserIds sender said on its own, for all but the people in question; then the rest, even if it is nothing. */
function eventsOf(deletion: MessageDeletion, messages: readonly Deletable[], reached: number): Event[] {
  const blockedUserIds = [...deletion.blockedUserIds].filter((id) =>
    messages.some(({ senderId }) => senderId === id),
  );
  const parts = blockedUserIds.map((id) => {
    const theirs = messages.filter(({ senderId }) => senderId === id);
    return eventOf(deletion, theirs, deletion.revision - 1, [hidesRoom(id)]);
  });
  const rest = messages.filter(({ senderId }) => senderId === null || !deletion.blockedUserIds.has(senderId));
  return [...parts, eventOf(deletion, rest, reached)];
}

function privateParts(messages: readonly Deletable[]): Map<number, Deletable[]> {
  const byPerson = new Map<number, Deletable[]>();
  for (const message of messages) {
    if (message.recipientIds === null) continue;
    const people = new Set(message.senderId === null ? [] : [message.senderId]);
    for (const userId of people.union(new Set(message.recipientIds))) {
      byPerson.set(userId, [...(byPerson.get(userId) ?? []), message]);
    }
  }
  return byPerson;
}

function eventOf(
  deletion: MessageDeletion,
  messages: readonly Deletable[],
  revision: number,
  except?: readonly RoomName[],
): Event {
  return {
    event: 'message_deleted',
    except,
    payload: {
      group_id: deletion.groupId,
      message_ids: messages.map((message) => messageIdOf(message.conversationId, message.sequence)),
      sequences: messages.map((message) => message.sequence),
      cleared_to: deletion.clearedTo,
      revision,
    },
  };
}
