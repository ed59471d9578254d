import type { GroupMessage, HistoryPage, HistoryQuery } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Messages } from '../../messages/index.ts';
import { messageRefOf } from '../../messages/index.ts';
import { createReadingAudit } from '../moderation/room-audit.ts';
import { findReadableRooms } from './room-messages.repository.ts';
import type { RoomService } from '../rooms.service.ts';
import type { RoomMedia, WhisperListener } from '../rooms.types.ts';
import { groupMessageOf, linksForPerson } from './rooms.wire.ts';

type Deps = {
  readonly database: Database;
  readonly messages: Pick<Messages, 'history' | 'find'>;
  readonly rooms: Pick<RoomService, 'getReadable'>;
  readonly media: Pick<RoomMedia, 'imageLink'>;
  readonly whispers: Pick<WhisperListener, 'shown'>;
};

/** Reading what was said in rooms. */
export type RoomMessages = ReturnType<typeof createRoomMessages>;

/** Makes the queries of messages in rooms. */
export function createRoomMessages({ database, messages, rooms, media, whispers }: Deps) {
  const { db } = database;
  const noteReading = createReadingAudit(database);
  return {
    /** History of a room for those who may read it, without other people's private messages (SV-36). */
    async history(actor: Actor, query: HistoryQuery): Promise<HistoryPage> {
      const { userId } = actor;
      const { conversationId, group } = await rooms.getReadable(userId, query.group_id);
      if (!group.is_member) await noteReading(actor, group);
      const page = await messages.history({
        conversationId,
        viewerId: userId,
        limit: query.limit,
        before: query.before === undefined ? undefined : new Date(query.before),
        afterSequence: query.after_sequence,
        afterRevision: query.after_revision,
      });
      whispers.shown({ userId, conversationId }, page.shownTo);
      const linkOf = linksForPerson(media, userId);
      return {
        messages: page.messages.map((message) =>
          groupMessageOf(query.group_id, conversationId, message, linkOf),
        ),
        has_more: page.hasMore,
        last_sequence: page.lastSequence,
        revision: page.revision,
        cleared_to: page.clearedTo,
        deleted_sequences: [...page.deletedSequences],
      };
    },

    /** One message that the caller may read; `message_not_found` whatever the reason is that they may not. */
    async get({ userId }: Actor, messageId: string): Promise<GroupMessage> {
      const place = messageRefOf(messageId);
      if (!place) throw appError('message_not_found');
      const room = (await findReadableRooms(db, [place.conversationId], userId)).get(place.conversationId);
      const message = room && (await messages.find(place, userId));
      if (!message) throw appError('message_not_found');
      return groupMessageOf(
        room.group.group_id,
        place.conversationId,
        message,
        linksForPerson(media, userId),
      );
    },
  };
}
