import type { Group, GroupMember, ListGroupsQuery, ListMembersQuery } from '@adda/contract/rooms';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { requireRoom } from './rooms.policy.ts';
import { countMembersFound, listFaces, listMembers } from './members/room-members.repository.ts';
import { visibleMembers } from './rooms.policy.ts';
import { findRoom, listRooms } from './rooms.repository.ts';
import type { Room } from './rooms.types.ts';

/** Finding and reading rooms. */
export type RoomService = ReturnType<typeof createRoomService>;

/** Creates the queries of rooms. */
export function createRoomService({ db }: Pick<Database, 'db'>) {
  const see = (groupId: string, viewerId: number) =>
    requireRoom(groupId, () => findRoom(db, groupId, viewerId));

  async function getAllowed(userId: number, groupId: string, action: 'read' | 'send'): Promise<Room> {
    const room = await see(groupId, userId);
    if (!room.group.allowed_actions.includes(action)) throw appError('not_a_member');
    return room;
  }

  return {
    /** Returns the room if the user may read it: members and global admins. Throws `not_a_member` (GC-60). */
    getReadable: (userId: number, groupId: string) => getAllowed(userId, groupId, 'read'),

    /** Returns the room if the user may write in it: members (SV-101). Throws `not_a_member` otherwise. */
    getAsMember: (userId: number, groupId: string) => getAllowed(userId, groupId, 'send'),

    /** Lists rooms (SV-25). */
    async list(actor: Actor, query: ListGroupsQuery): Promise<{ groups: Group[]; totalCount: number }> {
      const { rooms, totalCount } = await listRooms(db, query, actor.userId);
      const ids = rooms.map((room) => room.conversationId);
      const faces = await listFaces(db, ids, actor.userId);
      const groups = rooms.map(({ conversationId, group }) =>
        Object.assign(group, { faces: faces.get(conversationId) ?? [] }),
      );
      return { groups, totalCount };
    },

    /** Returns one room as the caller sees it (SV-26). */
    async get(actor: Actor, groupId: string): Promise<Group> {
      return (await see(groupId, actor.userId)).group;
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
