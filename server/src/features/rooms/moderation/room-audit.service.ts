import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Room } from '../rooms.types.ts';

/** Audit actions of moderators in rooms. */
type RoomAuditAction =
  | 'room_kick'
  | 'room_ban'
  | 'room_unban'
  | 'room_grant'
  | 'room_revoke'
  | 'room_delete'
  | 'room_delete_messages'
  | 'room_delete_all'
  | 'room_read';

/** The subject of an entry: the room, and the target user if there is one. */
type Subject = { readonly group: Pick<Room['group'], 'group_id' | 'name'>; readonly userId?: number };

/** Writes the audit entry of a moderation action, in its transaction (SV-105). */
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
