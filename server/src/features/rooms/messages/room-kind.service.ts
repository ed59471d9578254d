import type { GroupMessage } from '@adda/contract/rooms';
import { afterCommit, type Queryable, type Tx } from '../../../platform/database/index.ts';
import type {
  ConversationKind,
  DeletedMessages,
  MessageChange,
  ReadableConversation,
  Viewer,
} from '../../messages/index.ts';
import { findBlockedUserIds } from '../../relations/index.ts';
import type { GroupServer, Room, RoomMedia, WhisperListener } from '../rooms.types.ts';
import { deletionEvents, changeEvents } from './room-messages.events.ts';
import { findEvidence, findGroupId, findReadableRooms } from './room-messages.repository.ts';
import { groupMessageOf, linksForPerson } from './room-messages.codec.ts';

type Deps = {
  readonly server: Pick<GroupServer, 'publishFlush' | 'isHeard'>;
  readonly media: Pick<RoomMedia, 'imageLink'>;
  readonly whispers: Pick<WhisperListener, 'shown' | 'cleared' | 'changed'>;
};

/** Rooms as a kind of conversation. */
export type RoomKind = ReturnType<typeof createRoomKind>;

/** Creates the {@link ConversationKind} of rooms. */
export function createRoomKind({ server, media, whispers }: Deps) {
  /** Returns a room that the viewer may read, as a readable conversation. */
  function readable(
    { conversationId, group }: Pick<Room, 'conversationId' | 'group'>,
    { userId }: Pick<Viewer, 'userId'>,
  ): ReadableConversation<GroupMessage> {
    const linkOf = linksForPerson(media, userId);
    return {
      conversationId,
      isMember: group.is_member,
      isPersonal: false,
      toWire: (message) => groupMessageOf(group.group_id, conversationId, message, linkOf),
      shown: (sequence) => whispers.shown({ userId, conversationId }, sequence),
    };
  }

  const kind: ConversationKind<GroupMessage> = {
    name: 'room',

    async findReadable(db, conversationId, viewer) {
      const room = (await findReadableRooms(db, [conversationId], viewer.userId)).get(conversationId);
      return room && readable(room, viewer);
    },

    async publishDeleted(tx: Tx, deleted: DeletedMessages): Promise<void> {
      const groupId = await findGroupId(tx, deleted.conversationId);
      if (groupId === undefined) return;
      const senders = deleted.messages.flatMap(({ senderId }) => senderId ?? []);
      const blockedUserIds = await findBlockedUserIds(tx, senders);
      const toRooms = deletionEvents({ ...deleted, groupId, blockedUserIds });
      const readers = deleted.messages.flatMap((message) => message.recipientIds ?? []);
      afterCommit(tx, () => {
        server.publishFlush({ toRooms, toConnections: new Map() });
        if (deleted.cleared) whispers.cleared(deleted.conversationId);
        else if (readers.length > 0) whispers.changed(readers);
      });
    },

    async publishChange(db: Queryable, change: MessageChange): Promise<void> {
      const groupId = await findGroupId(db, change.conversationId);
      if (groupId === undefined) return;
      server.publishFlush({ toRooms: changeEvents(groupId, change), toConnections: new Map() });
    },

    findEvidence,
  };
  return { ...kind, readable };
}
