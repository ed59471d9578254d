import type { GroupOutgoing } from '@adda/contract/rooms';
import { afterCommit } from '../../platform/database/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { FlushEvent, RoomName } from '../../platform/realtime/index.ts';
import type { Committed, LinkOf, StoredMessage } from '../messages/index.ts';
import type { Live } from '../live/index.ts';
import { sentDraftOf, shownOther, withoutOthers } from '../messages/index.ts';
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
  groupMessageOf,
  linksForRoom,
  newRoomMessageOf,
  noticeOf,
  publishedNotice,
} from './messages/room-messages.codec.ts';

type Event = FlushEvent<GroupOutgoing>;

/** Events of rooms, except about membership. */
export type RoomEvents = ReturnType<typeof createRoomEvents>;

/** Creates the publisher of the rooms of this node. */
export function createRoomEvents(
  server: GroupServer,
  media: Pick<RoomMedia, 'messageLink'>,
  whispers: Pick<WhisperListener, 'whispered' | 'mentioned'>,
  live: Pick<Live, 'notifyNow' | 'inboxChanged'>,
) {
  /** Publishes stored notices after the commit. */
  function publishNotices(
    tx: Tx,
    toRooms: ReadonlyMap<RoomName, Event[]>,
    notices: readonly GivenGift['notice'][],
  ) {
    afterCommit(tx, () => {
      server.publishFlush({ toRooms, toConnections: new Map() });
      live.inboxChanged(notices.map(({ conversationId }) => ({ conversationId })));
    });
  }

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
        for (const [room, event] of eventsOf(message, linksForRoom(media, message.context.groupId))) {
          add(toRooms, room, event);
          // What was written to the connections of a user alone counts as read for that user (SV-46, MN-03).
          if (room !== groupRoom(message.context.groupId)) deliveredTo.set(room, message.sequence);
        }
      }
      server.publishFlush({ toRooms, toConnections, deliveredTo });
      publishSentDrafts(live, batch);
      const toFew = whispersIn(batch);
      if (toFew.length > 0) whispers.whispered(toFew);
      const mentioning = mentionsIn(batch);
      if (mentioning.length > 0) whispers.mentioned(mentioning);
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
      const notices = gifts.map(({ notice }) => notice);
      if (toRooms.size > 0) publishNotices(tx, toRooms, notices);
    },

    /** Publishes a stored notice about one user to a room after the commit, except to users with a block with them. */
    noticeAbout(tx: Tx, groupId: string, aboutId: number, notice: GivenGift['notice']): void {
      const payload = publishedNotice(groupId, notice);
      const event: Event = { event: 'group_message', payload, except: [hidesRoom(aboutId)] };
      publishNotices(tx, new Map([[groupRoom(groupId), [event]]]), [notice]);
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

/** Notifies senders that their drafts were removed with the messages (FT-04). */
function publishSentDrafts(live: Pick<Live, 'notifyNow'>, batch: readonly Committed<MessageContext>[]): void {
  for (const message of batch) {
    const { draft, context, hadDraft, status } = message;
    if (status === 'stored' && hadDraft && draft.senderId !== null)
      live.notifyNow(draft.senderId, 'draft_changed', sentDraftOf({ group_id: context.groupId }, message));
  }
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

/** Returns the messages of a batch that were stored and mention members. */
function mentionsIn(batch: readonly Committed<MessageContext>[]) {
  return batch.flatMap(({ status, sequence, draft: { conversationId, mentionIds = [] } }) =>
    status === 'stored' && mentionIds.length > 0
      ? [{ conversationId, sequence, recipientIds: mentionIds }]
      : [],
  );
}

/**
 * Returns the event of a new message for each room of its audience. Mentioned users get it in their own room, so that it is
 * known whether it was written to them. Users who may not see the message that a reply quotes get it without the quote
 * (RY-01), and a forward without its author in the same way (FT-06). Users who have got a block with that author since the commit
 * read the message with the next page, because the event would show them the author.
 */
function eventsOf(message: Committed<MessageContext>, linkOf: LinkOf): [RoomName, Event][] {
  const { draft, context } = message;
  const other = shownOther(message);
  const stored = newRoomMessageOf(message);
  const roomOf = (userId: number): RoomName => memberRoom(userId, context.groupId);
  const eventOf = (shown: StoredMessage, except: RoomName[]): Event => ({
    event: 'group_message',
    payload: groupMessageOf(context.groupId, draft.conversationId, shown, linkOf),
    except,
  });
  const except = hiddenFrom(message);
  if (!other && !draft.mentionIds) {
    const event = eventOf(stored, except);
    return audienceOf(message).map((room) => [room, event]);
  }
  const without = new Set(other?.hiddenFrom.map(roomOf));
  const audience = audienceOf(message).filter((room) => !without.has(room));
  const mentioned = (draft.mentionIds ?? []).map(roomOf).filter((room) => !without.has(room));
  const whole = eventOf(stored, other ? [...except, hidesRoom(other.userId)] : except);
  const toAll = { ...whole, except: [...(whole.except ?? []), ...without, ...mentioned] };
  const reduced = without.size > 0 ? eventOf(withoutOthers(stored), except) : whole;
  const heard = draft.recipientIds && usersOf(draft.senderId, draft.recipientIds);
  const reducedRooms = (other?.hiddenFrom ?? []).filter((userId) => heard?.has(userId) ?? true).map(roomOf);
  return [
    ...audience.map((room): [RoomName, Event] => [room, draft.recipientIds ? whole : toAll]),
    ...mentioned.map((room): [RoomName, Event] => [room, whole]),
    ...reducedRooms.map((room): [RoomName, Event] => [room, reduced]),
  ];
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
