import type { Group, GroupMember, HistoryPage, HistoryQuery, ListGroupsQuery } from '@adda/contract/rooms';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Messages } from '../messages/index.ts';
import { existingRoom } from './existing-room.ts';
import { listMembers } from './room-members.repository.ts';
import { groupMessageOf } from './rooms.events.ts';
import { visibleMembers } from './rooms.policy.ts';
import { findRoom, listRooms } from './rooms.repository.ts';
import type { Room } from './rooms.types.ts';

type Deps = { readonly database: Database; readonly messages: Pick<Messages, 'history'> };

/** Finding and reading rooms. */
export type RoomService = ReturnType<typeof createRoomService>;

/** Makes the queries of rooms. */
export function createRoomService({ database: { db }, messages }: Deps) {
  const see = (groupId: string, viewerId: number) =>
    existingRoom(groupId, () => findRoom(db, groupId, viewerId));

  /** The room of a member; throws `not_a_member` for anybody else (GC-60). */
  async function getAsMember(userId: number, groupId: string): Promise<Room> {
    const room = await see(groupId, userId);
    if (!room.group.is_member) throw appError('not_a_member');
    return room;
  }

  return {
    getAsMember,

    /** Lists rooms (SV-25). */
    async list(actor: Actor, query: ListGroupsQuery): Promise<{ groups: Group[]; totalCount: number }> {
      const { rooms, totalCount } = await listRooms(db, query, actor.userId);
      return { groups: rooms.map((room) => room.group), totalCount };
    },

    /** One room as the caller sees it (SV-26). */
    async get(actor: Actor, groupId: string): Promise<Group> {
      return (await see(groupId, actor.userId)).group;
    },

    /** Members of a room, as many as the caller may see (SV-35). */
    async listMembers(actor: Actor, groupId: string, page: { skip: number; limit: number }) {
      const { conversationId, group } = await see(groupId, actor.userId);
      const limit = visibleMembers({ seesAll: group.is_member || actor.role === 'admin' }, page);
      const members: GroupMember[] =
        limit === 0 ? [] : await listMembers(db, { conversationId, skip: page.skip, limit });
      return { members, totalCount: group.member_count };
    },

    /** History of a room for a member, without other people's private messages (SV-36). */
    async history(actor: Actor, query: HistoryQuery): Promise<HistoryPage> {
      const { conversationId } = await getAsMember(actor.userId, query.group_id);
      const page = await messages.history({
        conversationId,
        viewerId: actor.userId,
        limit: query.limit,
        before: query.before === undefined ? undefined : new Date(query.before),
        afterSequence: query.after_sequence,
      });
      return {
        messages: page.messages.map((message) => groupMessageOf(query.group_id, conversationId, message)),
        has_more: page.hasMore,
        last_sequence: page.lastSequence,
      };
    },
  };
}
