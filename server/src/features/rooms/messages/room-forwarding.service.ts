import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { ConversationKind, ForwardTarget, MessageAppender, Viewer } from '../../messages/index.ts';
import { findConversationOf } from '../rooms.repository.ts';
import type { RoomService } from '../rooms.service.ts';
import type { MessageContext } from '../rooms.types.ts';
import { throwRoomRefusal, type SendThrottle } from './room-sending.service.ts';

type Deps = {
  readonly database: Database;
  readonly appender: Pick<MessageAppender<MessageContext>, 'publish'>;
  readonly rooms: Pick<RoomService, 'getAsMember'>;
  /** Undefined when limits are off. */
  readonly throttle: SendThrottle | undefined;
};

/**
 * Creates the targets of forwards in rooms, under the rules of sending there (FT-06). A forward is for all members and
 * mentions none, whatever names its text begins with.
 */
export function createRoomForwarding({
  database,
  appender,
  rooms,
  throttle,
}: Deps): ConversationKind['findForwardTargets'] {
  function targetOf({ userId, username }: Viewer, groupId: string, conversationId: number): ForwardTarget {
    return {
      place: { group_id: groupId },
      key: `room ${conversationId}`,
      conversationId,
      groupId,
      contentOf: ({ content, youtubeUrl }) => ({ content, youtubeUrl }),
      authorize: async () => void (await rooms.getAsMember(userId, groupId)),
      takeTurn: async () => (throttle ? throttle(userId, groupId) : 0),
      lock: async () => undefined,
      open: async () => conversationId,
      throwRefusal: (status) => throwRoomRefusal(database.db, { userId, groupId, conversationId }, status),
      publish: ({ context: files, ...committed }, seconds) => {
        const context = { groupId, sender: username, connectionId: undefined, recipients: [], mentions: [] };
        appender.publish([{ ...committed, context: { ...context, ...files } }], seconds);
      },
    };
  }

  return async (viewer, place) => {
    if (!('group_id' in place)) return [];
    const conversationId = await findConversationOf(database.db, place.group_id, viewer.userId);
    if (conversationId === undefined) throw appError('group_not_found', { id: place.group_id });
    return [targetOf(viewer, place.group_id, conversationId)];
  };
}
