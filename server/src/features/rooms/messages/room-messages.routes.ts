import type { roomsRoutes } from '@adda/contract/rooms';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { MessageDeletions } from './message-deletions.service.ts';
import type { RoomMedia } from '../rooms.types.ts';
import type { RoomMessages } from './room-messages.service.ts';

type MessageRoute =
  | 'GET /groupchat/group-messages'
  | 'GET /groupchat/messages/:id'
  | 'POST /groupchat/delete_messages';

/** Handlers of the routes of messages. */
export type MessageHandlers = Handlers<Pick<typeof roomsRoutes, MessageRoute>>;

/** Answers the routes of messages in rooms. */
export function roomMessageHandlers(
  messages: RoomMessages,
  deletions: MessageDeletions,
  viewerCookie: RoomMedia['viewerCookie'],
): MessageHandlers {
  return {
    'GET /groupchat/group-messages': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return messages.history(actor, query);
    },
    'GET /groupchat/messages/:id': ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return messages.get(actor, params.id);
    },
    'POST /groupchat/delete_messages': async ({ actor, body }) => {
      const { scope, deletedCount } = await deletions.delete(actor, body);
      const message = scope === 'all' ? 'All messages deleted successfully' : 'Message deleted successfully';
      return { message, deleted_count: deletedCount };
    },
  };
}
