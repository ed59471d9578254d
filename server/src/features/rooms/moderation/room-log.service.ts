import { ROOM_LOG_PAGE, type RoomLogEntry } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { messageIdOf } from '../../messages/index.ts';
import { requireRoom } from '../rooms.policy.ts';
import { findRoom } from '../rooms.repository.ts';
import { listLogEntries, type LogRow } from './room-log.repository.ts';
import { requireAction } from './target-command.service.ts';

/** Returns a page of a room's log, for its moderators (GR-06). Throws `invalid_parameters` for a broken cursor. */
export async function readRoomLog(
  { db }: Pick<Database, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  groupId: string,
  cursor: string | undefined,
): Promise<{ entries: RoomLogEntry[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const room = await requireRoom(groupId, () => findRoom(db, groupId, userId));
  requireAction(room, 'read_log');
  const { conversationId } = room;
  const found = await listLogEntries(db, conversationId, { before, limit: ROOM_LOG_PAGE + 1 });
  const page = found.slice(0, ROOM_LOG_PAGE);
  const last = found.length > page.length ? page.at(-1) : undefined;
  return {
    entries: page.map((row) => entryOf(conversationId, row)),
    next_cursor: last ? last.id.toString(36) : null,
  };
}

const CURSOR = /^[1-9a-z][0-9a-z]{0,10}$/;

/** Returns the id before which the next page begins. Throws `invalid_parameters`. */
function readCursor(cursor: string): number {
  const before = CURSOR.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN;
  if (!Number.isSafeInteger(before)) throw appError('invalid_parameters');
  return before;
}

const entryOf = (
  conversationId: number,
  { id, kind, by, username, sequence, reason, details, createdAt }: LogRow,
): RoomLogEntry => ({
  entry_id: String(id),
  kind,
  by,
  username,
  message_id: sequence === null ? null : messageIdOf(conversationId, sequence),
  reason,
  details,
  created_at: createdAt.toISOString(),
});
