import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** What keeps a member from writing in a room now (GR-03). */
export type WriteLimits = {
  /** Null without a timeout. */
  readonly timeoutUntil: Date | null;
  /** Whole seconds until slow mode lets the member write; 0 if they may write now. */
  readonly slowModeWaitS: number;
};

/** SQL expression: the end of a user's timeout in a conversation; null without one (GR-03). */
export const timeoutOf = (
  conversationId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<Date | null> => sql`(
  SELECT timeout.until FROM room_timeouts timeout
  WHERE timeout.conversation_id = ${conversationId} AND timeout.user_id = ${userId}
    AND timeout.until > clock_timestamp())`;

/**
 * SQL expression: the whole seconds until slow mode lets a user write in a conversation; 0 for moderators and where they may
 * write now. It agrees with `room_limits`, which decides about messages (GR-03).
 */
export const slowModeWaitOf = (
  conversationId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<number> => sql`coalesce((
  SELECT greatest(0, ceil(head.slow_mode_s - extract(epoch FROM clock_timestamp() - latest.taken_at)))::integer
  FROM conversations head
  JOIN room_turns latest ON latest.conversation_id = head.id AND latest.user_id = ${userId}
  WHERE head.id = ${conversationId} AND head.slow_mode_s > 0 AND NOT is_room_moderator(head.id, ${userId})), 0)`;

/** SQL condition: a user has to wait between two turns in a conversation: slow mode is on, and they are no moderator. */
export const hasTurns = (
  conversationId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`EXISTS (
  SELECT FROM conversations head
  WHERE head.id = ${conversationId} AND head.slow_mode_s > 0 AND NOT is_room_moderator(head.id, ${userId}))`;

/** Returns the limits of a user in a room. */
export async function readWriteLimits(
  db: Queryable,
  conversationId: number,
  userId: number,
): Promise<WriteLimits> {
  const [conversation, user] = [sql`${conversationId}::bigint`, sql`${userId}::bigint`];
  const { rows } = await sql<WriteLimits>`
    SELECT ${timeoutOf(conversation, user)} AS "timeoutUntil",
      ${slowModeWaitOf(conversation, user)} AS "slowModeWaitS"`.execute(db);
  return rows[0] ?? { timeoutUntil: null, slowModeWaitS: 0 };
}

/** A turn of a user in a room: something that counts for slow mode. */
type Turn = { readonly conversationId: number; readonly userId: number };

/** Notes that users took their turns now; only in rooms with slow mode (GR-03). The caller holds the locks of the rooms. */
export async function noteTurns(tx: Tx, turns: readonly Turn[]): Promise<void> {
  await sql`
    INSERT INTO room_turns (conversation_id, user_id, taken_at)
    SELECT taken.conversation_id, taken.user_id, date_trunc('milliseconds', clock_timestamp())
    FROM (
      SELECT DISTINCT conversation_id, user_id FROM unnest(
        ${turns.map((turn) => turn.conversationId)}::bigint[], ${turns.map((turn) => turn.userId)}::bigint[]
      ) AS given (conversation_id, user_id)
    ) taken
    JOIN conversations head ON head.id = taken.conversation_id AND head.slow_mode_s > 0
    ON CONFLICT (conversation_id, user_id) DO UPDATE SET taken_at = excluded.taken_at`.execute(tx);
}
