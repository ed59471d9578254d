import type { GroupMessage } from '@adda/contract/rooms';
import { sql } from 'kysely';
import { afterCommit, type Queryable, type Tx } from '../../../platform/database/index.ts';
import type {
  ConversationKind,
  DeletedMessages,
  EvidenceQuestion,
  EvidenceSource,
  ReactionsChange,
  ReadableConversation,
  Viewer,
} from '../../messages/index.ts';
import { messageRefOf } from '../../messages/index.ts';
import { findBlockedUserIds } from '../../relations/index.ts';
import type { GroupServer, Room, RoomMedia, WhisperListener } from '../rooms.types.ts';
import { deletionEvents, reactionEvents } from './room-messages.events.ts';
import { findGroupId, findReadableRooms } from './room-messages.repository.ts';
import { groupMessageOf, linksForPerson } from './rooms.wire.ts';

type Deps = {
  readonly server: Pick<GroupServer, 'publishFlush' | 'isHeard'>;
  readonly media: Pick<RoomMedia, 'imageLink'>;
  readonly whispers: Pick<WhisperListener, 'shown' | 'cleared' | 'changed'>;
};

/** Rooms as a kind of conversation. */
export type RoomKind = ReturnType<typeof createRoomKind>;

/** Creates the description of rooms for the message commands. */
export function createRoomKind({ server, media, whispers }: Deps) {
  /** Describes a room that the viewer may read. */
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

    async publishReactions(db: Queryable, change: ReactionsChange): Promise<void> {
      const groupId = await findGroupId(db, change.conversationId);
      if (groupId === undefined) return;
      server.publishFlush({ toRooms: reactionEvents(groupId, change), toConnections: new Map() });
    },

    findEvidence,
  };
  return { ...kind, readable };
}

/** Rooms of both users that are searched when a report names none. */
const EVIDENCE_ROOMS = 5;

/**
 * Returns the room of the reported message, otherwise the named room, otherwise the rooms that both users are in. Who may
 * read the room gets the messages of all members, so that replies are included; others those of the reported user (R-14).
 */
async function findEvidence(db: Queryable, question: EvidenceQuestion): Promise<readonly EvidenceSource[]> {
  const { reporterId, reportedId, messageId, groupId } = question;
  const named = messageId === undefined ? undefined : messageRefOf(messageId)?.conversationId;
  const { rows } = await sql<{ conversationId: number; mayRead: boolean }>`
    SELECT room.conversation_id AS "conversationId", EXISTS (
        SELECT FROM users reporter
        WHERE reporter.id = ${reporterId} AND (reporter.role = 'admin' OR EXISTS (
          SELECT FROM conversation_members member
          WHERE member.conversation_id = room.conversation_id AND member.user_id = reporter.id))
      ) AS "mayRead"
    FROM rooms room
    WHERE ${named === undefined ? sql`room.group_id = ${groupId ?? ''}` : sql`room.conversation_id = ${named}`}`.execute(
    db,
  );
  const [room] = rows;
  if (room) return [{ conversationId: room.conversationId, senderId: room.mayRead ? undefined : reportedId }];
  if (named !== undefined) return [];
  const shared = await findSharedRooms(db, reporterId, reportedId);
  return shared.map((conversationId) => ({ conversationId, senderId: reportedId }));
}

/** Returns the rooms that both users are in, by their newest message. */
async function findSharedRooms(db: Queryable, one: number, other: number): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT mine.conversation_id
    FROM conversation_members mine
    JOIN conversation_members theirs ON theirs.conversation_id = mine.conversation_id
    JOIN rooms room ON room.conversation_id = mine.conversation_id
    JOIN conversations head ON head.id = mine.conversation_id
    WHERE mine.user_id = ${one} AND theirs.user_id = ${other}
    ORDER BY head.last_message_at DESC NULLS LAST LIMIT ${EVIDENCE_ROOMS}`.execute(db);
  return rows.map((row) => row.conversation_id);
}
