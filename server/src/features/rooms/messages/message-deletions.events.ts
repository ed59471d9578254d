import type { GroupOutgoing } from '@adda/contract/rooms';
import type { OutgoingEvent, RoomName } from '../../../platform/realtime/index.ts';
import type { Deletable, Deleted } from '../../messages/index.ts';
import { messageIdOf } from '../../messages/index.ts';
import { groupRoom, memberRoom } from '../rooms.types.ts';

/** What one call deleted in one room: these messages, or everything up to `clearedTo` when there are none. */
export type MessageDeletion = Deleted & {
  readonly groupId: string;
  readonly conversationId: number;
  readonly messages: readonly Deletable[];
};

type Event = OutgoingEvent<GroupOutgoing>;

/**
 * Who is told what of a deletion: the room of what everybody could read, the people of a private message of
 * that one. Private parts go first and don't reach the revision while the public part is still to come, so that
 * somebody who gets only the first asks for the rest.
 */
export function deletionEvents(deletion: MessageDeletion): Map<RoomName, Event[]> {
  const { groupId, messages, revision } = deletion;
  const toRooms = new Map<RoomName, Event[]>();
  const open = messages.filter((message) => message.recipientIds === null);
  const isRoomTold = open.length > 0 || messages.length === 0;
  for (const [userId, theirs] of privateParts(messages)) {
    const reached = isRoomTold ? revision - 1 : revision;
    toRooms.set(memberRoom(userId, groupId), [eventOf(deletion, theirs, reached)]);
  }
  if (isRoomTold) toRooms.set(groupRoom(groupId), [eventOf(deletion, open, revision)]);
  return toRooms;
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

function eventOf(deletion: MessageDeletion, messages: readonly Deletable[], revision: number): Event {
  return {
    event: 'message_deleted',
    payload: {
      group_id: deletion.groupId,
      message_ids: messages.map((message) => messageIdOf(message.conversationId, message.sequence)),
      sequences: messages.map((message) => message.sequence),
      cleared_to: deletion.clearedTo,
      revision,
    },
  };
}
