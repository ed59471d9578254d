import type { DeleteMessagesInput } from '@adda/contract/rooms';
import type { Database, Queryable, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { userReference } from '../../../platform/audit/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Deletable, MessageRemoval, MessageRef } from '../../messages/index.ts';
import { deletions, members, messageIdOf, messageRefOf } from '../../messages/index.ts';
import { findBlockedUserIds } from '../../relations/index.ts';
import { existingRoom } from '../existing-room.ts';
import { auditInRoom } from '../moderation/room-audit.ts';
import { findGroupId, findReadableRooms } from './room-messages.repository.ts';
import type { RoomEvents } from '../rooms.events.ts';
import { refuseDeleting } from './message-deletions.policy.ts';
import { findRoom } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';

type Deps = { readonly database: Database; readonly events: Pick<RoomEvents, 'messagesDeleted'> };

/** Messages of one room that may be deleted. */
type Share = { readonly room: Room; readonly messages: readonly Deletable[] };

/** What came of a call; `deletedCount` leaves out what was gone before. */
type DeletionResult = { readonly scope: 'some' | 'all'; readonly deletedCount: number };

/** Deleting messages of rooms. */
export type MessageDeletions = ReturnType<typeof createMessageDeletions>;

/**
 * Makes the command (SV-37, Q-07). Everything is judged before the conversations are locked, so that nobody holds up a
 * room with a call that is refused, and again under the lock, because that is when it counts.
 */
export function createMessageDeletions({ database, events }: Deps) {
  async function deleteShares(tx: Tx, shares: readonly Share[], actor: Actor): Promise<number> {
    let count = 0;
    for (const { room, messages } of shares) {
      const { conversationId, group } = room;
      const present = messages.filter((message) => !message.isDeleted);
      await deleteIn(tx, { conversationId, groupId: group.group_id }, present, actor.userId);
      await auditDeletions(tx, actor, room, present);
      count += present.length;
    }
    return count;
  }

  /** Messages of one room that are still there; the caller holds the conversation's head. */
  async function deleteIn(
    tx: Tx,
    { conversationId, groupId }: { readonly conversationId: number; readonly groupId: string },
    present: readonly Deletable[],
    deletedBy: number,
  ): Promise<void> {
    if (present.length === 0) return;
    const sequences = present.map((message) => message.sequence);
    const deleted = await deletions.markDeleted(tx, { conversationId, sequences, deletedBy });
    const blockedUserIds = await findBlockedUserIds(
      tx,
      present.flatMap(({ senderId }) => senderId ?? []),
    );
    events.messagesDeleted(tx, { ...deleted, groupId, conversationId, messages: present, blockedUserIds });
  }

  /** Some messages, of one room or of several, all or none. */
  async function deleteSome(actor: Actor, messageIds: readonly string[], groupId?: string): Promise<number> {
    const places = placesOf(messageIds);
    if (groupId !== undefined) await requireOneRoom(database.db, actor, groupId, places);
    const conversationIds = [...new Set(places.map((place) => place.conversationId))];
    await judge(database.db, actor, places);
    return database.transaction(async (tx) => {
      await members.lockHeads(tx, conversationIds);
      return deleteShares(tx, await judge(tx, actor, places), actor);
    });
  }

  /** Everything that was said in a room so far. */
  async function deleteAll(actor: Actor, groupId: string): Promise<number> {
    const { conversationId } = await clearableRoom(database.db, actor, groupId);
    return database.transaction(async (tx) => {
      await members.lockHeads(tx, [conversationId]);
      const { group } = await clearableRoom(tx, actor, groupId);
      const { count, ...deleted } = await deletions.clear(tx, conversationId);
      await auditInRoom(tx, actor, 'room_delete_all', { group }, { messages: count });
      const nothing = { messages: [], blockedUserIds: new Set<number>() };
      events.messagesDeleted(tx, { ...deleted, groupId, conversationId, ...nothing });
      return count;
    });
  }

  return {
    /**
     * Deletes what the body names. Throws `message_not_found` for what is not there or not the caller's to read,
     * `not_your_message`, `not_authorized`, `not_a_member`, `invalid_group_id` or `group_not_found`.
     */
    async delete(actor: Actor, body: DeleteMessagesInput): Promise<DeletionResult> {
      if (body.message_ids) {
        const deletedCount = await deleteSome(actor, body.message_ids, body.group_id);
        return { scope: 'some', deletedCount };
      }
      return { scope: 'all', deletedCount: await deleteAll(actor, body.group_id ?? '') };
    },

    /**
     * Takes down what somebody said, a whisper as well, for an administrator who has judged it (SV-49); answers whether
     * it was still there. What is in no room is not.
     */
    async remove(tx: Tx, { place, senderId, removedBy }: MessageRemoval): Promise<boolean> {
      const { conversationId } = place;
      const groupId = await findGroupId(tx, conversationId);
      if (groupId === undefined) return false;
      await members.lockHeads(tx, [conversationId]);
      const found = await deletions.findDeletable(tx, [place], senderId);
      const present = found.filter((message) => message.senderId === senderId && !message.isDeleted);
      await deleteIn(tx, { conversationId, groupId }, present, removedBy);
      return present.length > 0;
    },
  };
}

/** The audit records deletions of other users' messages, not of own ones (SV-105). */
async function auditDeletions(tx: Tx, actor: Actor, { group }: Room, deleted: readonly Deletable[]) {
  const others = deleted.filter(({ senderId }) => senderId !== actor.userId);
  if (others.length === 0) return;
  const senders = new Set(
    others.flatMap(({ senderId }) => (senderId === null ? [] : userReference(senderId))),
  );
  const ids = others.map(({ conversationId, sequence }) => messageIdOf(conversationId, sequence));
  await auditInRoom(
    tx,
    actor,
    'room_delete_messages',
    { group },
    { messages: others.length, senders: [...senders].join(', '), message_ids: ids.join(', ') },
  );
}

function placesOf(messageIds: readonly string[]): MessageRef[] {
  const places = new Map<string, MessageRef>();
  for (const id of messageIds) {
    const place = messageRefOf(id);
    if (!place) throw appError('message_not_found');
    places.set(messageIdOf(place.conversationId, place.sequence), place);
  }
  return [...places.values()];
}

async function readableRoom(db: Queryable, actor: Actor, groupId: string): Promise<Room> {
  const room = await existingRoom(groupId, () => findRoom(db, groupId, actor.userId));
  if (!room.group.allowed_actions.includes('read')) throw appError('not_a_member');
  return room;
}

async function clearableRoom(db: Queryable, actor: Actor, groupId: string): Promise<Room> {
  const room = await readableRoom(db, actor, groupId);
  if (!room.group.allowed_actions.includes('delete_all')) throw appError('not_authorized');
  return room;
}

async function requireOneRoom(
  db: Queryable,
  actor: Actor,
  groupId: string,
  places: readonly MessageRef[],
): Promise<void> {
  const { conversationId } = await readableRoom(db, actor, groupId);
  if (places.some((place) => place.conversationId !== conversationId)) throw appError('message_not_found');
}

/** The messages by room, if the caller may read and delete every one of them. */
async function judge(db: Queryable, actor: Actor, places: readonly MessageRef[]): Promise<Share[]> {
  const conversationIds = [...new Set(places.map((place) => place.conversationId))];
  const rooms = await findReadableRooms(db, conversationIds, actor.userId);
  const found = await deletions.findDeletable(db, places, actor.userId);
  if (rooms.size < conversationIds.length || found.length < places.length)
    throw appError('message_not_found');
  const shares = [...rooms.values()].map((room) => ({
    room,
    messages: found.filter((message) => message.conversationId === room.conversationId),
  }));
  for (const { room, messages } of shares) {
    for (const { senderId, recipientIds } of messages) {
      const message = { isOwn: senderId === actor.userId, isWhisper: recipientIds !== null };
      const refusal = refuseDeleting(room.group.allowed_actions, message);
      if (refusal) throw appError(refusal);
    }
  }
  return shares;
}
