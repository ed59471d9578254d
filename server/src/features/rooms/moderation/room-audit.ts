import { personMark, writeAudit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
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
  | 'room_delete_all';

/** Where something was done, and to whom if it was done to one person. */
type Scene = { readonly group: Pick<Room['group'], 'group_id' | 'name'>; readonly userId?: number };

/** Notes what somebody did to others in a room, in the transaction of the deed (SV-105). */
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
    target: userId === undefined ? `room:${group.group_id}` : personMark(userId),
    details: { room: group.name, room_id: group.group_id, ...details },
  });
