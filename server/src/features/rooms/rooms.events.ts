import type { GroupOutgoing } from '@adda/contract/rooms';
import { afterCommit } from '../../platform/database/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { FlushEvent, RoomName } from '../../platform/realtime/index.ts';
import type { Committed } from '../messages/index.ts';
import { usersOf } from './messages/room-messages.events.ts';
import { groupRoom, hidesRoom, memberRoom } from './rooms.types.ts';
import type {
  GivenGift,
  GroupServer,
  MessageContext,
  RoomMedia,
  Speaker,
  WhisperListener,
} from './rooms.types.ts';
import {
  confirmationOf,
  linksForRoom,
  noticeOf,
  publishedMessage,
  publishedNotice,
} from './messages/room-messages.codec.ts';

type Event = FlushEvent<GroupOutgoing>;

/** Events of rooms, except about membership. */
export type RoomEvents = ReturnType<typeof createRoomEvents>;

/** Creates the publisher of the rooms of this node. */
export function createRoomEvents(
  server: GroupServer,
  media: Pick<RoomMedia, 'imageLink'>,
  whispers: Pick<WhisperListener, 'whispered'>,
) {
  return {
    /** Publishes and confirms the messages of one commit; a repeated message is only confirmed. */
    committed(batch: readonly Committed<MessageContext>[]): void {
      const toRooms = new Map<RoomName, Event[]>();
      const toConnections = new Map<string, Event[]>();
      const deliveredTo = new Map<RoomName, number>();
      for (const message of batch) {
        const { connectionId } = message.context;
        if (connectionId !== undefined) add(toConnections, connectionId, confirmationOf(message));
        if (message.status === 'repeated') continue;
        const payload = publishedMessage(message, linksForRoom(media, message.context.groupId));
        const event: Event = { event: 'group_message', payload, except: hiddenFrom(message) };
        for (const room of audienceOf(message)) {
          add(toRooms, room, event);
          // A whisper counts as read for the users of the connections that it was written to (SV-46).
          if (message.draft.recipientIds) deliveredTo.set(room, message.sequence);
        }
      }
      server.publishFlush({ toRooms, toConnections, deliveredTo });
      const toFew = whispersIn(batch);
      if (toFew.length > 0) whispers.whispered(toFew);
    },

    /** Publishes gifts and their messages after the commit (GI-03, SV-38). */
    giftsGiven(tx: Tx, gifts: readonly GivenGift[]): void {
      const toRooms = new Map<RoomName, Event[]>();
      for (const given of gifts) {
        const event: Event = { event: 'gift_sent', payload: given.gift, except: hiddenFromGift(given) };
        add(toRooms, groupRoom(given.gift.group_id), event);
        const payload = publishedNotice(given.gift.group_id, given.notice);
        add(toRooms, groupRoom(given.gift.group_id), { ...event, event: 'group_message', payload });
      }
      if (toRooms.size > 0) afterCommit(tx, () => server.publishFlush({ toRooms, toConnections: new Map() }));
    },

    /** Sends a notice to one connection; other users do not see it and it is not stored. */
    notice(speaker: Speaker, content: string): void {
      const event: Event = { event: 'group_message', payload: noticeOf(speaker.groupId, content) };
      server.publishFlush({ toRooms: new Map(), toConnections: new Map([[speaker.connectionId, [event]]]) });
    },

    /** Publishes events to rooms. */
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

/**
 * Returns the connections that must not receive a message: of users who had a block with the sender at the commit, and
 * of users with a block since then.
 */
function hiddenFrom({ draft, context, hiddenFrom: people }: Committed<MessageContext>): RoomName[] {
  const named = (people ?? []).map((userId) => memberRoom(userId, context.groupId));
  return draft.senderId === null ? named : [hidesRoom(draft.senderId), ...named];
}

/** Returns the connections that must not receive a gift: of users with a block with giver or receiver. */
function hiddenFromGift({ gift, senderId, recipientId, hiddenFrom: people }: GivenGift): RoomName[] {
  const named = people.map((userId) => memberRoom(userId, gift.group_id));
  return [hidesRoom(senderId), hidesRoom(recipientId), ...named];
}

/** Returns the whispers of a batch that were stored, without their senders among the recipients. */
function whispersIn(batch: readonly Committed<MessageContext>[]) {
  return batch.flatMap(({ status, sequence, draft: { conversationId, senderId, recipientIds } }) =>
    status === 'stored' && recipientIds
      ? [{ conversationId, sequence, recipientIds: recipientIds.filter((userId) => userId !== senderId) }]
      : [],
  );
}

/**
 * Returns the recipients of a message: the room, or for a whisper the connections of sender and recipients to it
 * (X-35).
 */
function audienceOf({ draft, context }: Committed<MessageContext>): RoomName[] {
  if (!draft.recipientIds) return [groupRoom(context.groupId)];
  return [...usersOf(draft.senderId, draft.recipientIds)].map((userId) =>
    memberRoom(userId, context.groupId),
  );
}
