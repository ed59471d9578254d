import type { roomsRoutes } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import type { Actor, Handlers } from '../../../platform/http/handler.ts';
import { readOne, readPage } from '../../messages/index.ts';
import type { NoteReading } from '../moderation/room-audit.service.ts';
import type { RoomPins } from '../moderation/room-pins.service.ts';
import type { RoomService } from '../rooms.service.ts';
import type { RoomMedia } from '../rooms.types.ts';
import type { createRoomDeletions } from './room-deletions.service.ts';
import type { RoomKind } from './room-kind.service.ts';

type MessageRoute =
  | 'GET /groupchat/group-messages'
  | 'GET /groupchat/messages/:id'
  | 'POST /groupchat/delete_messages'
  | 'POST /groupchat/groups/:id/pins/:message_id'
  | 'DELETE /groupchat/groups/:id/pins/:message_id'
  | 'GET /groupchat/groups/:id/pins';

type Deps = {
  readonly database: Database;
  readonly kind: RoomKind;
  readonly rooms: Pick<RoomService, 'getReadable'>;
  readonly deleteMessages: ReturnType<typeof createRoomDeletions>;
  readonly pins: Pick<RoomPins, 'pin' | 'unpin' | 'list'>;
  readonly noteReading: NoteReading;
  readonly viewerCookie: RoomMedia['viewerCookie'];
};

/** Creates the handlers of the routes for messages of rooms and their pins. */
export function roomMessageHandlers({
  database,
  kind,
  rooms,
  deleteMessages,
  pins,
  noteReading,
  viewerCookie,
}: Deps): Handlers<Pick<typeof roomsRoutes, MessageRoute>> {
  /**
   * Returns a room that the caller may read; records in the audit that a global administrator reads it without being a
   * member (AU-38).
   */
  async function open(actor: Actor, groupId: string) {
    const room = await rooms.getReadable(actor.userId, groupId);
    if (!room.group.is_member) await noteReading(actor, room.group);
    return kind.readable(room, actor);
  }

  return {
    'GET /groupchat/group-messages': async ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      const conversation = await open(actor, query.group_id);
      const { hidden_sequences: _personal, ...page } = await readPage(database, conversation, actor, query);
      return page;
    },
    'GET /groupchat/messages/:id': ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return readOne(database, kind, actor, params.id);
    },
    'POST /groupchat/delete_messages': async ({ actor, body }) => {
      const { scope, deletedCount } = await deleteMessages(actor, body);
      const message = scope === 'all' ? 'All messages deleted successfully' : 'Message deleted successfully';
      return { message, deleted_count: deletedCount };
    },
    'POST /groupchat/groups/:id/pins/:message_id': async ({ actor, params }) => {
      await pins.pin(actor, params.id, params.message_id);
      return { message: 'Message pinned successfully' };
    },
    'DELETE /groupchat/groups/:id/pins/:message_id': async ({ actor, params }) => {
      await pins.unpin(actor, params.id, params.message_id);
      return { message: 'Message unpinned successfully' };
    },
    'GET /groupchat/groups/:id/pins': async ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return { pins: await pins.list(await open(actor, params.id), actor) };
    },
  };
}
