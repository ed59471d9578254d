import type { Group, GroupMember, ListGroupsQuery, ListMembersQuery } from '@adda/contract/rooms';
import { rankOfName } from '@adda/contract/search';
import { createBatchReader, type Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { requireRoom } from './rooms.policy.ts';
import { countMembersFound, listFaces, listMembers } from './members/room-members.repository.ts';
import { visibleMembers } from './rooms.policy.ts';
import {
  findRoom,
  findRooms,
  findRoomsOf,
  listRoomNames,
  listRooms,
  readMentionCounts,
  type Visit,
} from './rooms.repository.ts';
import type { RoomSpeakers } from './settings/room-speakers.service.ts';
import type { Room } from './rooms.types.ts';

/** Finding and reading rooms. */
export type RoomService = ReturnType<typeof createRoomService>;

const NO_MENTIONS = { unread_mentions: 0, oldest_mention: null };

/** Creates the queries of rooms. */
export function createRoomService(
  { db, replicas }: Pick<Database, 'db' | 'replicas'>,
  speakers: RoomSpeakers,
) {
  const see = (groupId: string, viewerId: number) =>
    requireRoom(groupId, () => findRoom(db, groupId, viewerId));

  /** For sockets, because many connect at the same time (CL-07). */
  const findWithOthers = createBatchReader({
    name: 'admissions',
    read: (visits: readonly Visit[]) => findRooms(db, visits),
  });

  async function getAllowed(userId: number, groupId: string, action: 'read' | 'send'): Promise<Room> {
    return assertAllowed(await see(groupId, userId), action);
  }

  function assertAllowed(room: Room, action: 'read' | 'send'): Room {
    if (!room.group.allowed_actions.includes(action)) throw appError('not_a_member');
    return room;
  }

  async function listed(
    rooms: readonly Room[],
    viewerId: number,
    lately: ReadonlyMap<number, number>,
  ): Promise<Group[]> {
    const ids = rooms.map((room) => room.conversationId);
    const faces = await listFaces(db, ids, viewerId);
    const mentionCounts = await readMentionCounts(db, ids, viewerId);
    return rooms.map(({ conversationId, group }) =>
      Object.assign(
        group,
        { faces: faces.get(conversationId) ?? [], speakers_15m: lately.get(conversationId) ?? 0 },
        mentionCounts.get(conversationId) ?? NO_MENTIONS,
      ),
    );
  }

  return {
    /** Returns the room if the user may read it: members and global admins. Throws `not_a_member` (GC-60). */
    getReadable: (userId: number, groupId: string) => getAllowed(userId, groupId, 'read'),

    /** Returns the room if the user may write in it: members (SV-101). Throws `not_a_member` otherwise. */
    getAsMember: (userId: number, groupId: string) => getAllowed(userId, groupId, 'send'),

    /** Returns the same for a socket that is about to be admitted, with one query for all who are. */
    getForSocket: async (userId: number, groupId: string) =>
      assertAllowed(await requireRoom(groupId, () => findWithOthers({ groupId, viewerId: userId })), 'send'),

    /** Lists rooms (SV-25, GR-08). */
    async list(actor: Actor, query: ListGroupsQuery): Promise<{ groups: Group[]; totalCount: number }> {
      const lately = await speakers.count();
      const { rooms, totalCount } = await listRooms(db, query, { viewerId: actor.userId, speakers: lately });
      return { groups: await listed(rooms, actor.userId, lately), totalCount };
    },

    /** Returns the rooms whose name matches a text best, of equal matches the larger ones first (SR-02). */
    async find({ userId }: Pick<Actor, 'userId'>, text: string, limit: number): Promise<Group[]> {
      // `findRoomsOf` decides on the primary which of them exist for the user (CL-05).
      const names = await replicas.readPossiblyStale(userId, (from) => listRoomNames(from, userId));
      const ranked = names.flatMap(({ conversationId, name }) => {
        const rank = rankOfName(name, text);
        return rank === undefined ? [] : [{ conversationId, rank }];
      });
      const ids = ranked
        .toSorted((one, other) => one.rank - other.rank)
        .slice(0, limit)
        .map((room) => room.conversationId);
      const rooms = new Map((await findRoomsOf(db, ids, userId)).map((room) => [room.conversationId, room]));
      return listed(
        ids.flatMap((id) => rooms.get(id) ?? []),
        userId,
        await speakers.count(),
      );
    },

    /** Returns one room as the caller sees it (SV-26). */
    async get(actor: Actor, groupId: string): Promise<Group> {
      const { conversationId, group } = await see(groupId, actor.userId);
      const counts = await readMentionCounts(db, [conversationId], actor.userId);
      return Object.assign(group, counts.get(conversationId) ?? NO_MENTIONS);
    },

    /** Lists the members of a room that the caller may see; only callers who see all members may search (SV-35). */
    async listMembers(actor: Actor, groupId: string, query: ListMembersQuery) {
      const { conversationId, group } = await see(groupId, actor.userId);
      const seesAll = group.allowed_actions.includes('read');
      const limit = visibleMembers({ seesAll }, query);
      const search = (seesAll && query.search) || undefined;
      const page = { conversationId, viewerId: actor.userId, search, skip: query.skip, limit };
      const members: GroupMember[] = limit === 0 ? [] : await listMembers(db, page);
      const totalCount = search ? await countMembersFound(db, conversationId, search) : group.member_count;
      return { members, totalCount };
    },
  };
}
