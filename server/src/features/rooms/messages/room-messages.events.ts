import type { GroupOutgoing } from '@adda/contract/rooms';
import type { FlushEvent, RoomName } from '../../../platform/realtime/index.ts';
import type {
  Deletable,
  DeletedMessages,
  LinkOf,
  MessageChange,
  StoredMessage,
} from '../../messages/index.ts';
import { messageIdOf, previewChangeOf, reactionsChangeOf } from '../../messages/index.ts';
import { groupRoom, hidesRoom, memberRoom } from '../rooms.types.ts';
import { groupMessageOf } from './room-messages.codec.ts';

/** A deletion in a room. */
export type RoomDeletion = DeletedMessages & {
  readonly groupId: string;
  /** Senders of these messages who have a block with some member: that member gets no event about their messages. */
  readonly blockedUserIds: ReadonlySet<number>;
};

type Event = FlushEvent<GroupOutgoing>;

/**
 * Returns the events of a deletion: to the room for messages that all members could read, to sender and
 * recipients for whispers, and not to users who cannot see the messages because of a block. Partial
 * events come first and stay below the revision until the last one, so that a client that gets only some of them
 * catches up.
 */
export function deletionEvents(deletion: RoomDeletion): Map<RoomName, Event[]> {
  const { groupId, messages, revision } = deletion;
  const toRooms = new Map<RoomName, Event[]>();
  const open = messages.filter((message) => message.recipientIds === null);
  const isForRoom = open.length > 0 || messages.length === 0;
  for (const [userId, theirs] of whispersByUser(messages)) {
    const reached = isForRoom ? revision - 1 : revision;
    toRooms.set(memberRoom(userId, groupId), eventsOf(deletion, theirs, reached));
  }
  if (isForRoom) toRooms.set(groupRoom(groupId), eventsOf(deletion, open, revision));
  return toRooms;
}

/**
 * Returns one event for each sender with blocks, without the users in those blocks, then one for all other messages,
 * even if it is empty.
 */
function eventsOf(deletion: RoomDeletion, messages: readonly Deletable[], reached: number): Event[] {
  const blockedUserIds = [...deletion.blockedUserIds].filter((id) =>
    messages.some(({ senderId }) => senderId === id),
  );
  const parts = blockedUserIds.map((id) => {
    const theirs = messages.filter(({ senderId }) => senderId === id);
    return deletionEvent(deletion, theirs, deletion.revision - 1, [hidesRoom(id)]);
  });
  const rest = messages.filter(({ senderId }) => senderId === null || !deletion.blockedUserIds.has(senderId));
  return [...parts, deletionEvent(deletion, rest, reached)];
}

function whispersByUser(messages: readonly Deletable[]): Map<number, Deletable[]> {
  const byUser = new Map<number, Deletable[]>();
  for (const message of messages) {
    if (message.recipientIds === null) continue;
    for (const userId of usersOf(message.senderId, message.recipientIds))
      byUser.set(userId, [...(byUser.get(userId) ?? []), message]);
  }
  return byUser;
}

/** Returns sender and recipients of a whisper, each once. */
export function usersOf(senderId: number | null, recipientIds: readonly number[]): ReadonlySet<number> {
  return new Set(senderId === null ? [] : [senderId]).union(new Set(recipientIds));
}

function deletionEvent(
  deletion: RoomDeletion,
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

/**
 * Returns the events of a changed message: one to the room without the members who see something else, and one to each of
 * these. Changes of a whisper go only to its sender and recipients.
 */
export function changeEvents(
  change: MessageChange & { readonly groupId: string },
  linkOf: LinkOf,
): Map<RoomName, Event[]> {
  const { groupId, conversationId, senderId, message, messageOf, revision } = change;
  const eventOf = (seen: StoredMessage, except?: readonly RoomName[]): Event => {
    const wire = groupMessageOf(groupId, conversationId, seen, linkOf);
    switch (change.event) {
      case 'message_edited':
        return { event: change.event, except, payload: { ...wire, revision } };
      case 'message_preview':
        return {
          event: change.event,
          except,
          payload: { group_id: groupId, ...previewChangeOf(change, wire) },
        };
      case 'message_reactions':
        return {
          event: change.event,
          except,
          payload: { group_id: groupId, ...reactionsChangeOf(change, seen) },
        };
    }
  };
  const toRooms = new Map<RoomName, Event[]>();
  for (const [userId, seen] of messageOf) if (seen) toRooms.set(memberRoom(userId, groupId), [eventOf(seen)]);
  if (!message) return toRooms;
  const apart = [...messageOf.keys()].map((userId) => memberRoom(userId, groupId));
  return toRooms.set(groupRoom(groupId), [eventOf(message, [hidesRoom(senderId), ...apart])]);
}
