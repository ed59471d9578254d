import type { RoomLogKind } from '@adda/contract/rooms';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Room } from '../rooms.types.ts';
import { insertLogEntry } from './room-log.repository.ts';

/** What moderators do: the action in the audit, with the kind of its entry in the room's log (GR-06). */
const LOG_KINDS = {
  room_kick: 'kick',
  room_ban: 'ban',
  room_unban: 'unban',
  room_timeout: 'timeout',
  room_grant: 'grant',
  room_revoke: 'revoke',
  room_delete_messages: 'deletion',
  room_delete_all: 'deletion',
  room_settings: 'settings',
  room_transfer: 'transfer',
  room_pin: 'pin',
  room_unpin: 'unpin',
} as const satisfies Record<string, RoomLogKind>;

/** An action that stands in the audit and in the room's log. */
export type RoomDeed = keyof typeof LOG_KINDS;

/** Audit actions in rooms; those without a kind stand in the audit alone. */
type RoomAuditAction = RoomDeed | 'room_delete' | 'room_read';

/** The subject of an entry: the room, and the target user if there is one. */
type Subject = { readonly group: Pick<Room['group'], 'group_id' | 'name'>; readonly userId?: number };

/** Writes the audit entry of an action that is not in the room's log, in its transaction (SV-105). */
export const auditInRoom = (
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  action: RoomAuditAction,
  { group, userId }: Subject,
  details: Readonly<Record<string, string | number>> = {},
): Promise<void> =>
  writeAudit(tx, {
    actorId: actor.userId,
    action,
    target: userId === undefined ? `room:${group.group_id}` : userReference(userId),
    details: { room: group.name, room_id: group.group_id, ...details },
  });

/** What an action of a moderator was about. `userId` is the target user, `sequence` the message. */
type DeedSubject = {
  readonly room: Pick<Room, 'conversationId'> & Pick<Subject, 'group'>;
  readonly userId?: number | undefined;
  readonly sequence?: number | undefined;
  readonly reason?: string | undefined;
  /** Of both entries. */
  readonly details?: Readonly<Record<string, string | number>> | undefined;
  /** Of the audit alone: names users, or repeats what the log has elsewhere. */
  readonly auditDetails?: Readonly<Record<string, string | number>> | undefined;
};

/**
 * Writes what a moderator did to the audit and to the room's log, in the transaction of the action (SV-105, GR-06). Every entry
 * of the log is written here, so that both agree.
 */
export async function recordDeed(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  deed: RoomDeed,
  { room, userId, sequence, reason = '', details = {}, auditDetails = {} }: DeedSubject,
): Promise<void> {
  const { conversationId, group } = room;
  const actorId = actor.userId;
  await insertLogEntry(tx, {
    conversationId,
    kind: LOG_KINDS[deed],
    actorId,
    userId,
    sequence,
    reason,
    details,
  });
  // Deletions are about the room in the audit, because they may concern messages of many users.
  const about = { group, ...(userId !== undefined && LOG_KINDS[deed] !== 'deletion' && { userId }) };
  const why = reason === '' ? undefined : { reason };
  await auditInRoom(tx, actor, deed, about, { ...details, ...auditDetails, ...why });
}

/** Notes that a global administrator reads a room without being a member. */
export type NoteReading = ReturnType<typeof createReadingAudit>;

/** Time in milliseconds in which one entry covers all reading of a room by an administrator. */
const READING_MS = 3_600_000;

/**
 * Returns a function that writes an audit entry before a global administrator reads a room without being a member
 * (AU-38, Q-36): once an hour for each administrator and room, because an open screen polls every few seconds. Kept in
 * memory: after a restart there is one more entry.
 */
export function createReadingAudit({ transaction, now }: Pick<Database, 'transaction' | 'now'>) {
  const auditedUntil = new Map<string, number>();
  return async function noteReading(actor: Pick<Actor, 'userId'>, group: Subject['group']): Promise<void> {
    const time = now().getTime();
    const key = `${actor.userId}:${group.group_id}`;
    if ((auditedUntil.get(key) ?? 0) > time) return;
    for (const [old, until] of auditedUntil) if (until <= time) auditedUntil.delete(old);
    await transaction((tx) => auditInRoom(tx, actor, 'room_read', { group }));
    auditedUntil.set(key, time + READING_MS);
  };
}
