import type { GroupOutgoing } from '@adda/contract/rooms';
import { afterCommit } from '../../platform/database/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { OutgoingEvent, RoomName } from '../../platform/realtime/index.ts';
import type { Committed } from '../messages/index.ts';
import { deletionEvents } from './messages/message-deletions.events.ts';
import type { MessageDeletion } from './messages/message-deletions.events.ts';
import { groupRoom, memberRoom } from './rooms.types.ts';
import type { GroupServer, MessageContext, RoomMedia, Speaker } from './rooms.types.ts';
import { confirmationOf, linksForRoom, noticeOf, publishedMessage } from './messages/rooms.wire.ts';

type Event = OutgoingEvent<GroupOutgoing>;

/** What rooms tell clients, except about membership. */
export type RoomEvents = ReturnType<typeof createRoomEvents>;

/** Makes the publisher of a node's rooms. */
export function createRoomEvents(server: GroupServer, media: Pick<RoomMedia, 'imageLink'>) {
  return {
    /** Publishes and confirms what one commit stored; a repeated message is confirmed only. */
    committed(batch: readonly Committed<MessageContext>[]): void {
      const toRooms = new Map<RoomName, Event[]>();
      const toConnections = new Map<string, Event[]>();
      for (const message of batch) {
        const { connectionId } = message.context;
        if (connectionId !== undefined) add(toConnections, connectionId, confirmationOf(message));
        if (message.status === 'repeated') continue;
        const payload = publishedMessage(message, linksForRoom(media, message.context.groupId));
        const event: Event = { event: 'group_message', payload };
        for (const room of audienceOf(message)) add(toRooms, room, event);
      }
      server.publishFlush({ toRooms, toConnections });
    },

    /** Tells those who could read them that messages are gone, once that is committed. */
    messagesDeleted(tx: Tx, deletion: MessageDeletion): void {
      const toRooms = deletionEvents(deletion);
      afterCommit(tx, () => server.publishFlush({ toRooms, toConnections: new Map() }));
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
