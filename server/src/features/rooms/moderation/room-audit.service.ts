import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Room } from '../rooms.types.ts';

/** What moderators do in rooms. */
type RoomDeed =
  | 'room_kick'
  | 'room_ban'
  | 'room_unban'
  | 'room_grant'
  | 'room_revoke'
  | 'room_delete'
  | 'room_delete_messages'
  | 'room_delete_all'
  | 'room_read';

/** The room, and the target if there is one. */
type Scene = { readonly group: Pick<Room['group'], 'group_id' | 'name'>; readonly userId?: number };

/** Writes the audit entry of a moderation action, in its transaction (SV-105). */
export const auditInRoom = (
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  action: RoomDeed,
  { group, userId }: Scene,
  details: Readonly<Record<string, string | number>> = {},
): Promise<void> =>
  writeAudit(tx, {
    actorId: actor.userId,
    action,
    target: userId === undefined ? `room:${group.group_id}` : userReference(userId),
    details: { room: group.name, room_id: group.group_id, ...details },
  });

/** How long one entry stands for all that an administrator reads in a room. */
const READING_MS = 3_600_000;

/**
 * Returns what notes that a global admin reads a room from outside (AU-38, Q-36), before anything is read: once an hour for
 * each administrator and room, since an open screen asks every few seconds. Kept in memory: a restart notes once more.
 */
export function createReadingAudit({ transaction, now }: Pick<Database, 'transaction' | 'now'>) {
  const notedUntil = new Map<string, number>();
  return async function noteReading(actor: Pick<Actor, 'userId'>, group: Scene['group']): Promise<void> {
    const time = now().getTime();
    const key = `${actor.userId}:${group.group_id}`;
    if ((notedUntil.get(key) ?? 0) > time) return;
    for (const [old, until] of notedUntil) if (until <= time) notedUntil.delete(old);
    await transaction((tx) => auditInRoom(tx, actor, 'room_read', { group }));
    notedUntil.set(key, time + READING_MS);
  };
}
