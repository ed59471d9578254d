import { ROOM_LOG_DAYS, SLOW_MODE_MAX_S, type RoomLogKind } from '@adda/contract/rooms';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** An entry of a room's log: who did it, to whom or which message, and why. It never has the words of a message. */
export type NewLogEntry = {
  readonly conversationId: number;
  readonly kind: RoomLogKind;
  readonly actorId: number;
  readonly userId?: number | undefined;
  readonly sequence?: number | undefined;
  readonly reason?: string | undefined;
  readonly details?: Readonly<Record<string, string | number>> | undefined;
};

/** Writes an entry of a room's log in the transaction of the action (GR-06). */
export async function insertLogEntry(tx: Tx, entry: NewLogEntry): Promise<void> {
  await sql`
    INSERT INTO room_log (conversation_id, kind, actor_id, user_id, sequence, reason, details)
    VALUES (
      ${entry.conversationId}, ${entry.kind}, ${entry.actorId}, ${entry.userId ?? null}, ${entry.sequence ?? null},
      ${entry.reason ?? ''}, ${JSON.stringify(entry.details ?? {})}::jsonb
    )`.execute(tx);
}

/** A row of the log with the names of its users, which are null for deleted accounts. */
export type LogRow = {
  readonly id: number;
  readonly kind: RoomLogKind;
  readonly by: string | null;
  readonly username: string | null;
  readonly sequence: number | null;
  readonly reason: string;
  readonly details: Record<string, string | number>;
  readonly createdAt: Date;
};

/** Lists the entries of a room before an id, the newest first (GR-06). */
export async function listLogEntries(
  db: Queryable,
  conversationId: number,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    SELECT entry.id, entry.kind, actor.username AS by, target.username, entry.sequence, entry.reason, entry.details,
      entry.created_at AS "createdAt"
    FROM room_log entry
    LEFT JOIN users actor ON actor.id = entry.actor_id AND actor.deleted_at IS NULL
    LEFT JOIN users target ON target.id = entry.user_id AND target.deleted_at IS NULL
    WHERE entry.conversation_id = ${conversationId}
      AND ${before === undefined ? sql`true` : sql`entry.id < ${before}`}
    ORDER BY entry.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Removes what rooms keep about an account that is deleted: its timeouts and turns, and its name in pins, timeouts of others
 * and the log, whose entries stay (GR-06).
 */
export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM room_turns WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM room_timeouts WHERE user_id = ${userId}`.execute(tx);
  await sql`UPDATE room_timeouts SET set_by = NULL WHERE set_by = ${userId}`.execute(tx);
  await sql`UPDATE room_pins SET pinned_by = NULL WHERE pinned_by = ${userId}`.execute(tx);
  await sql`UPDATE room_log SET actor_id = NULL WHERE actor_id = ${userId}`.execute(tx);
  await sql`UPDATE room_log SET user_id = NULL WHERE user_id = ${userId}`.execute(tx);
}

/**
 * Removes log entries of more than a year ago (GR-06), timeouts and turns that limit nobody any more, and ended invitations,
 * with the notifications of personal ones (GR-02).
 */
export async function deleteOldEntries(db: Queryable): Promise<void> {
  await sql`DELETE FROM room_log WHERE created_at < now() - ${ROOM_LOG_DAYS}::integer * interval '1 day'`.execute(
    db,
  );
  await sql`DELETE FROM room_timeouts WHERE until < now()`.execute(db);
  await sql`DELETE FROM room_invites WHERE expires_at <= now() OR uses >= max_uses`.execute(db);
  await sql`
    DELETE FROM room_turns WHERE taken_at < now() - ${SLOW_MODE_MAX_S}::integer * interval '1 second'`.execute(
    db,
  );
}
