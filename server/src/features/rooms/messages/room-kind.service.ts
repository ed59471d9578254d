import type { GroupMessage } from '@adda/contract/rooms';
import { afterCommit, type Queryable, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type {
  ConversationKind,
  DeletedMessages,
  DraftPlace,
  MessageChange,
  ReadableConversation,
  Viewer,
} from '../../messages/index.ts';
import type { Live } from '../../live/index.ts';
import { mentions } from '../../messages/index.ts';
import { findBlockedUserIds } from '../../relations/index.ts';
import { requireRoom } from '../rooms.policy.ts';
import type { RoomPins } from '../moderation/room-pins.service.ts';
import { findRoom } from '../rooms.repository.ts';
import type { GroupServer, Room, RoomMedia, WhisperListener } from '../rooms.types.ts';
import { deletionEvents, changeEvents } from './room-messages.events.ts';
import { findEvidence, findGroupId, findReadableRooms } from './room-messages.repository.ts';
import { findMentions } from './mentions.service.ts';
import { groupMessageOf, linksForPerson, linksForRoom } from './room-messages.codec.ts';

type Deps = {
  readonly server: Pick<GroupServer, 'publishFlush' | 'isHeard'>;
  readonly media: Pick<RoomMedia, 'messageLink'>;
  readonly findForwardTargets: ConversationKind['findForwardTargets'];
  readonly pins: Pick<RoomPins, 'messagesDeleted'>;
  readonly whispers: Pick<WhisperListener, 'shown' | 'cleared' | 'changed' | 'mentionsChanged'>;
  readonly live: Pick<Live, 'inboxChanged'>;
};

/** Rooms as a kind of conversation. */
export type RoomKind = ReturnType<typeof createRoomKind>;

const draftPlaceOf = ({ conversationId, group }: Room): DraftPlace => ({
  target: { conversationId },
  isPersonal: false,
  where: { group_id: group.group_id },
});

/** Creates the {@link ConversationKind} of rooms. */
export function createRoomKind({ server, media, whispers, pins, findForwardTargets, live }: Deps) {
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

    async findPlaces(db, conversationIds, viewer) {
      const rooms = await findReadableRooms(db, conversationIds, viewer.userId);
      return [...rooms.values()].map((room) => {
        const { group_id, name } = room.group;
        return Object.assign(readable(room, viewer), { where: { group_id, name } });
      });
    },

    async publishDeleted(tx: Tx, deleted: DeletedMessages): Promise<void> {
      const groupId = await findGroupId(tx, deleted.conversationId);
      if (groupId === undefined) return;
      const senders = deleted.messages.flatMap(({ senderId }) => senderId ?? []);
      const blockedUserIds = await findBlockedUserIds(tx, senders);
      const toRooms = deletionEvents({ ...deleted, groupId, blockedUserIds });
      const readers = deleted.messages.flatMap((message) => message.recipientIds ?? []);
      const sequences = deleted.messages.map(({ sequence }) => sequence);
      await pins.messagesDeleted(tx, groupId, deleted);
      const mentioned = await mentions.forgetMentions(tx, deleted.conversationId, sequences);
      afterCommit(tx, () => {
        server.publishFlush({ toRooms, toConnections: new Map() });
        if (deleted.cleared) whispers.cleared(deleted.conversationId);
        else if (readers.length > 0) whispers.changed(readers);
        whispers.mentionsChanged(mentioned);
        live.inboxChanged([{ conversationId: deleted.conversationId }]);
      });
    },

    async publishChange(db: Queryable, change: MessageChange): Promise<void> {
      const groupId = await findGroupId(db, change.conversationId);
      if (groupId === undefined) return;
      const linkOf = linksForRoom(media, groupId);
      server.publishFlush({
        toRooms: changeEvents({ ...change, groupId }, linkOf),
        toConnections: new Map(),
      });
    },

    async mentionsOf(tx: Tx, { content, ...place }): Promise<readonly number[]> {
      return (await findMentions(tx, place, content)).map(({ id }) => id);
    },

    async findDraftPlace(db, viewer, groupId) {
      const room = await requireRoom(groupId, () => findRoom(db, groupId, viewer.userId));
      // A room that the caller is not in is answered as an unknown one.
      if (!room.group.is_member) throw appError('group_not_found', { id: groupId });
      return draftPlaceOf(room);
    },

    async listDraftPlaces(db, viewer, { conversationIds }) {
      const rooms = await findReadableRooms(db, conversationIds, viewer.userId);
      return [...rooms.values()].filter(({ group }) => group.is_member).map(draftPlaceOf);
    },
    findForwardTargets,

    findEvidence,
  };
  return { ...kind, readable };
}
