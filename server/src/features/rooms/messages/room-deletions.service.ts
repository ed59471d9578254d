import type { ErrorCode } from '@adda/contract';
import type { DeleteMessagesInput, RoomAction } from '@adda/contract/rooms';
import { userReference } from '../../../platform/audit/index.ts';
import type { Database, Queryable, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Deletable, DeletionShare, MessageRef, Messages } from '../../messages/index.ts';
import { conversationsOf, deletions as stored, messageIdOf, messageRefOf } from '../../messages/index.ts';
import { requireRoom } from '../rooms.policy.ts';
import { recordDeed } from '../moderation/room-audit.service.ts';
import { findRoom } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';
import type { RoomKind } from './room-kind.service.ts';
import { findReadableRooms } from './room-messages.repository.ts';

type Deps = {
  readonly database: Database;
  readonly deletions: Messages['deletions'];
  readonly kind: RoomKind;
};

/**
 * Result of a request: the number of messages that were not deleted before. `scope`: some messages, or all messages of
 * a room.
 */
type DeletionResult = { readonly scope: 'some' | 'all'; readonly deletedCount: number };

/** Creates the deletion of messages in rooms, by their members and moderators (SV-37, Q-07). */
export function createRoomDeletions({ database, deletions, kind }: Deps) {
  /** Deletes messages of one or several rooms, all of them or none. */
  async function deleteSome(actor: Actor, messageIds: readonly string[], groupId?: string): Promise<number> {
    const refs = refsOf(messageIds);
    if (groupId !== undefined) await requireOneRoom(database.db, actor, groupId, refs);
    return deletions.deleteSome(kind, actor.userId, conversationsOf(refs), (db) => judge(db, actor, refs));
  }

  /** Deletes all messages of a room. */
  async function deleteAll(actor: Actor, groupId: string): Promise<number> {
    const room = await clearableRoom(database.db, actor, groupId);
    const { conversationId } = room;
    return deletions.clear(kind, actor.userId, conversationId, {
      authorize: async (tx) => void (await clearableRoom(tx, actor, groupId)),
      audit: (tx, count) => recordDeed(tx, actor, 'room_delete_all', { room, details: { messages: count } }),
    });
  }

  /**
   * Deletes the messages in the body. Throws `message_not_found` for messages that do not exist or that the caller may
   * not read, `not_yours_to_delete`, `not_authorized`, `not_a_member`, `invalid_group_id` or `group_not_found`.
   */
  return async (actor: Actor, body: DeleteMessagesInput): Promise<DeletionResult> =>
    body.message_ids
      ? { scope: 'some', deletedCount: await deleteSome(actor, body.message_ids, body.group_id) }
      : { scope: 'all', deletedCount: await deleteAll(actor, body.group_id ?? '') };
}

/** Returns the messages by room if the caller may read and delete all of them; throws otherwise. */
async function judge(db: Queryable, actor: Actor, refs: readonly MessageRef[]): Promise<DeletionShare[]> {
  const conversationIds = conversationsOf(refs);
  const rooms = await findReadableRooms(db, conversationIds, actor.userId);
  const found = await stored.findDeletable(db, refs, actor.userId);
  if (rooms.size < conversationIds.length || found.length < refs.length) throw appError('message_not_found');
  return [...rooms.values()].map((room) => {
    const forAll = found.filter((message) => message.conversationId === room.conversationId);
    for (const { senderId, recipientIds } of forAll) {
      const message = { isOwn: senderId === actor.userId, isWhisper: recipientIds !== null };
      const refusal = refuseDeleting(room.group.allowed_actions, message);
      if (refusal) throw appError(refusal);
    }
    const present = forAll.filter((message) => !message.isDeleted);
    const audit = (tx: Tx) => recordDeletions(tx, actor, room, present);
    return { conversationId: room.conversationId, forAll, forCaller: [], audit };
  });
}

/**
 * Returns the refusal of a deletion. Users may delete their own messages, and with the permission also messages of
 * others (GM-22, Q-07). A whisper may be deleted only by its sender, not even by a moderator who received it.
 */
export function refuseDeleting(
  allowed: readonly RoomAction[],
  message: { readonly isOwn: boolean; readonly isWhisper: boolean },
): ErrorCode | undefined {
  if (allowed.includes('delete_any') && !message.isWhisper) return undefined;
  return message.isOwn && allowed.includes('delete_own') ? undefined : 'not_yours_to_delete';
}

/** Records a deletion, only of messages of other users (SV-105, GR-06). */
async function recordDeletions(tx: Tx, actor: Actor, room: Room, deleted: readonly Deletable[]) {
  const others = deleted.filter(({ senderId }) => senderId !== actor.userId);
  const [first] = others;
  if (!first) return;
  const senderIds = new Set(others.flatMap(({ senderId }) => senderId ?? []));
  const ids = others.map(({ conversationId, sequence }) => messageIdOf(conversationId, sequence));
  await recordDeed(tx, actor, 'room_delete_messages', {
    room,
    userId: senderIds.size === 1 ? [...senderIds][0] : undefined,
    sequence: others.length === 1 ? first.sequence : undefined,
    details: { messages: others.length, message_ids: ids.join(', ') },
    auditDetails: { senders: [...senderIds].map(userReference).join(', ') },
  });
}

function refsOf(messageIds: readonly string[]): MessageRef[] {
  const refs = new Map<string, MessageRef>();
  for (const id of messageIds) {
    const ref = messageRefOf(id);
    if (!ref) throw appError('message_not_found');
    refs.set(messageIdOf(ref.conversationId, ref.sequence), ref);
  }
  return [...refs.values()];
}

async function readableRoom(db: Queryable, actor: Actor, groupId: string): Promise<Room> {
  const room = await requireRoom(groupId, () => findRoom(db, groupId, actor.userId));
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
  refs: readonly MessageRef[],
): Promise<void> {
  const { conversationId } = await readableRoom(db, actor, groupId);
  if (refs.some((ref) => ref.conversationId !== conversationId)) throw appError('message_not_found');
}
