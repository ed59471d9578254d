import {
  PREVIEW_MESSAGES,
  PREVIEW_PEOPLE,
  type GroupMessage,
  type PublicRoom,
  type RoomPreview,
} from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { PageHead } from '../../../platform/http/page-head.ts';
import { readOpenly } from '../../messages/index.ts';
import { countOnline, listMembersOutside } from '../members/room-members.repository.ts';
import { groupMessageOf } from '../messages/room-messages.codec.ts';
import type { NoteReading } from '../moderation/room-audit.service.ts';
import { requireRoom } from '../rooms.policy.ts';
import { findPublicRoom, findRoom } from '../rooms.repository.ts';
import type { RoomService } from '../rooms.service.ts';

type Deps = {
  readonly database: Database;
  readonly rooms: Pick<RoomService, 'get'>;
  readonly noteReading: NoteReading;
  readonly publicUrl: () => string;
};

/** What users who are not in a room see of it. */
export type OutsideRooms = ReturnType<typeof createOutsideRooms>;

/** Returns a message without the links that open its files: those are for members. */
const withoutFiles = (message: GroupMessage): GroupMessage => ({
  ...message,
  image_url: null,
  audio_url: null,
  preview: message.preview && { ...message.preview, image_url: null },
});

/** Files are left out of previews, so there are no links. */
const noLink = (): string => '';

const membersOf = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

/** Creates the queries of rooms for users who are not in them. */
export function createOutsideRooms({ database, rooms, noteReading, publicUrl }: Deps) {
  const { db } = database;

  return {
    /**
     * Returns a room with its last messages and some of its members, to read before joining (HM-06). Marks nothing as read. Throws
     * `invalid_group_id`, `group_not_found` or `banned_from_group`.
     */
    async preview(actor: Actor, groupId: string): Promise<RoomPreview> {
      const viewerId = actor.userId;
      const room = await requireRoom(groupId, () => findRoom(db, groupId, viewerId));
      const { conversationId } = room;
      if (room.group.is_banned) throw appError('banned_from_group');
      // Everybody may read a public room here; of non-members only a global administrator knows a private one (AU-38).
      const { visibility, is_member: isMember } = room.group;
      if (visibility === 'private' && !isMember) await noteReading(actor, room.group);
      const [group, messages, people, online] = await Promise.all([
        rooms.get(actor, groupId),
        readOpenly(db, { conversationId, viewerId }, PREVIEW_MESSAGES),
        listMembersOutside(db, { conversationId, viewerId, skip: 0, limit: PREVIEW_PEOPLE }),
        countOnline(db, conversationId, viewerId),
      ]);
      return {
        group,
        messages: messages.map((message) =>
          withoutFiles(groupMessageOf(group.group_id, conversationId, message, noLink)),
        ),
        people,
        online,
      };
    },

    /** Returns a public room in numbers, for everybody (HM-05). Throws `group_not_found` for any other id. */
    async getPublic(groupId: string): Promise<PublicRoom> {
      const found = await findPublicRoom(db, groupId);
      if (!found) throw appError('group_not_found', { id: groupId });
      return { ...found.room, online: await countOnline(db, found.conversationId) };
    },

    /**
     * Returns the page metadata of a public room for link previews; undefined for any other id. Its members did not ask for
     * strangers from search engines, so it is hidden from those.
     */
    async pageHeadOf(groupId: string): Promise<PageHead | undefined> {
      const found = await findPublicRoom(db, groupId);
      if (!found) return undefined;
      const { name, topic, picture, members } = found.room;
      return {
        title: name,
        description: topic === '' ? membersOf(members) : `${topic} · ${membersOf(members)}`,
        url: `${publicUrl()}/v1/group/${groupId}`,
        imageUrl: picture === null ? undefined : new URL(picture, publicUrl()).href,
        kind: 'website',
        isHiddenFromSearch: true,
      };
    },
  };
}
