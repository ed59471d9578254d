import type { GroupMessage, GroupOutgoing } from '@adda/contract/rooms';
import { afterCommit } from '../../platform/database/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { OutgoingEvent, RoomName } from '../../platform/realtime/index.ts';
import type { Committed, StoredMessage } from '../messages/index.ts';
import { messageIdOf } from '../messages/index.ts';
import { groupRoom, memberRoom } from './rooms.types.ts';
import type { GroupServer, MessageContext, ShellServer, Speaker } from './rooms.types.ts';

type Event = OutgoingEvent<GroupOutgoing>;
type Person = { readonly userId: number; readonly username: string };

/** The name that notices come from (GC-33). */
const SYSTEM = 'system';

/** Everything that rooms tell clients. */
export type RoomEvents = ReturnType<typeof createRoomEvents>;

/** Makes the publisher of a node's rooms. */
export function createRoomEvents({ server, shell }: { server: GroupServer; shell: ShellServer }) {
  return {
    /** Somebody became a member: tells the room and the person's other tabs once it is committed. */
    joined(tx: Tx, groupId: string, person: Person): void {
      const payload = { group_id: groupId, username: person.username };
      server.publishAfterCommit(tx, groupRoom(groupId), 'group_joined', payload);
      shell.publishAfterCommit(tx, `user:${person.userId}`, 'group_joined', payload);
    },

    /** Somebody stopped being a member: their connections to the room are told and closed first. */
    left(tx: Tx, groupId: string, person: Person): void {
      const payload = { group_id: groupId, username: person.username };
      afterCommit(tx, () => {
        server.disconnectRoom(memberRoom(person.userId, groupId), { event: 'group_left', payload });
      });
      server.publishAfterCommit(tx, groupRoom(groupId), 'group_left', payload);
      shell.publishAfterCommit(tx, `user:${person.userId}`, 'group_left', payload);
    },

    /** Publishes and confirms what one commit stored; a repeated message is confirmed only. */
    committed(batch: readonly Committed<MessageContext>[]): void {
      const toRooms = new Map<RoomName, Event[]>();
      const toConnections = new Map<string, Event[]>();
      for (const message of batch) {
        const { connectionId } = message.context;
        if (connectionId !== undefined) add(toConnections, connectionId, confirmationOf(message));
        if (message.status === 'repeated') continue;
        const event: Event = { event: 'group_message', payload: publishedMessage(message) };
        for (const room of audienceOf(message)) add(toRooms, room, event);
      }
      server.publishFlush({ toRooms, toConnections });
    },

    /** Tells one connection something that nobody else sees and that is not stored. */
    notice(speaker: Speaker, content: string): void {
      const event: Event = { event: 'group_message', payload: noticeOf(speaker.groupId, content) };
      server.publishFlush({ toRooms: new Map(), toConnections: new Map([[speaker.connectionId, [event]]]) });
    },

    /** Tells a room the same event about each of some people. */
    toGroups(events: readonly { readonly groupId: string; readonly event: Event }[]): void {
      const toRooms = new Map<RoomName, Event[]>();
      for (const { groupId, event } of events) add(toRooms, groupRoom(groupId), event);
      if (toRooms.size > 0) server.publishFlush({ toRooms, toConnections: new Map() });
    },
  };
}

function add<Key>(target: Map<Key, Event[]>, key: Key, event: Event): void {
  const events = target.get(key);
  if (events) events.push(event);
  else target.set(key, [event]);
}

/** Who gets a message: everybody in the room, or the sender's and the recipients' connections to it (X-35). */
function audienceOf({ draft, context }: Committed<MessageContext>): RoomName[] {
  if (!draft.recipientIds) return [groupRoom(context.groupId)];
  const people = new Set(draft.senderId === null ? [] : [draft.senderId]).union(new Set(draft.recipientIds));
  return [...people].map((userId) => memberRoom(userId, context.groupId));
}

function confirmationOf({ draft, sequence, createdAt }: Committed<MessageContext>): Event {
  return {
    event: 'message_confirmation',
    payload: {
      clientMessageId: draft.clientMessageId,
      _id: messageIdOf(draft.conversationId, sequence),
      timestamp: new Date(createdAt).toISOString(),
      sequence,
    },
  };
}

function publishedMessage({ draft, context, sequence, createdAt }: Committed<MessageContext>): GroupMessage {
  return groupMessageOf(context.groupId, draft.conversationId, {
    sequence,
    createdAt,
    senderId: draft.senderId,
    sender: draft.senderId === null ? null : context.sender,
    clientMessageId: draft.clientMessageId,
    content: draft.content,
    imageUrl: draft.imageUrl ?? null,
    imageId: draft.imageId ?? null,
    youtubeUrl: draft.youtubeUrl ?? null,
    recipients: draft.recipientIds ? context.recipients : null,
    isDeleted: false,
  });
}

/** A stored message as it is on the wire, the same from history and over sockets (GC-33, X-34). */
export function groupMessageOf(
  groupId: string,
  conversationId: number,
  message: StoredMessage,
): GroupMessage {
  return {
    _id: messageIdOf(conversationId, message.sequence),
    sequence: message.sequence,
    group_id: groupId,
    groupId,
    sender: message.sender ?? SYSTEM,
    content: message.content,
    image_url: message.imageUrl,
    youtube_url: message.youtubeUrl,
    image_id: message.imageId,
    timestamp: new Date(message.createdAt).toISOString(),
    is_deleted: message.isDeleted,
    is_private: message.recipients !== null,
    recipient_usernames: [...(message.recipients ?? [])],
    clientMessageId: message.clientMessageId,
    is_admin: message.senderId === null,
    is_private_notification: false,
  };
}

let notices = 0;

/** Conversation 0 does not exist, so the id of a notice is no message's; sequence 0 keeps it out of catch-up. */
function noticeOf(groupId: string, content: string): GroupMessage {
  notices = (notices + 1) % 46_656; // three digits in base 36
  const createdAt = Date.now();
  const message = {
    sequence: 0,
    createdAt,
    senderId: null,
    sender: null,
    clientMessageId: null,
    content,
    imageUrl: null,
    imageId: null,
    youtubeUrl: null,
    recipients: null,
    isDeleted: false,
  };
  const id = `0-${createdAt.toString(36)}${notices.toString(36).padStart(3, '0')}`;
  return { ...groupMessageOf(groupId, 0, message), _id: id, is_private_notification: true };
}
