import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { MessageRef } from '../../messages/index.ts';
import { areBlocked, blockedWith } from '../../relations/index.ts';

/** A pinned message of a room; `pinnedBy` is null for a deleted account, and for one that is blocked with the viewer. */
type PinRow = {
  readonly sequence: number;
  readonly pinnedBy: string | null;
  readonly pinnedAt: Date;
};

/** Lists the pins of a room, newest first, also of messages that the viewer may not see (GR-04). */
export async function listPins(db: Queryable, conversationId: number, viewerId: number): Promise<PinRow[]> {
  const { rows } = await sql<PinRow>`
    SELECT pin.sequence, pin.pinned_at AS "pinnedAt", (
        SELECT moderator.username FROM users moderator
        WHERE moderator.id = pin.pinned_by AND moderator.deleted_at IS NULL
          AND NOT ${areBlocked(sql`moderator.id`, sql`${viewerId}`)}
      ) AS "pinnedBy"
    FROM room_pins pin WHERE pin.conversation_id = ${conversationId}
    ORDER BY pin.pinned_at DESC, pin.sequence DESC`.execute(db);
  return rows;
}

/** Returns whether a message is pinned, and the number of pins of its room. */
export async function findPin(
  tx: Tx,
  { conversationId, sequence }: MessageRef,
): Promise<{ readonly isPinned: boolean; readonly count: number }> {
  const { rows } = await sql<{ isPinned: boolean; count: number }>`
    SELECT coalesce(bool_or(sequence = ${sequence}), false) AS "isPinned", count(*) AS count
    FROM room_pins WHERE conversation_id = ${conversationId}`.execute(tx);
  return rows[0] ?? { isPinned: false, count: 0 };
}

/** Pins a message; the caller holds the lock of the room. */
export async function insertPin(tx: Tx, { conversationId, sequence }: MessageRef, by: number): Promise<void> {
  // The time at which the lock was held, so that the newest pin is the last one that was stored.
  await sql`
    INSERT INTO room_pins (conversation_id, sequence, pinned_by, pinned_at)
    VALUES (${conversationId}, ${sequence}, ${by}, clock_timestamp())`.execute(tx);
}

/** Removes the pins of these messages, and of all up to `clearedTo`; returns how many there were. */
export async function deletePins(
  tx: Tx,
  conversationId: number,
  { sequences, clearedTo = 0 }: { readonly sequences: readonly number[]; readonly clearedTo?: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM room_pins
    WHERE conversation_id = ${conversationId}
      AND (sequence <= ${clearedTo} OR sequence = ANY (${sequences}::bigint[]))`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** The number of pins that most members see, and of those who see another number because of a block or as an administrator. */
export type PinCounts = { readonly count: number; readonly ofOthers: ReadonlyMap<number, number> };

/** Counts the pins of a room as its members see them (GR-04, R-14, SV-50). */
export async function countPins(tx: Tx, conversationId: number): Promise<PinCounts> {
  const { rows } = await sql<{ user_id: number | null; count: number }>`
    WITH pinned AS MATERIALIZED (
      SELECT m.sender_id, author.suspended_at IS NOT NULL AS is_suspended
      FROM room_pins pin
      JOIN messages m ON m.conversation_id = pin.conversation_id AND m.sequence = pin.sequence
      JOIN users author ON author.id = m.sender_id
      WHERE pin.conversation_id = ${conversationId}
    ), apart AS (
      SELECT hidden.id FROM (SELECT DISTINCT sender_id FROM pinned) author
      CROSS JOIN LATERAL (${blockedWith(sql`author.sender_id`)}) hidden
      UNION
      SELECT person.id FROM users person
      WHERE person.role = 'admin' AND EXISTS (SELECT FROM pinned WHERE is_suspended)
    )
    SELECT NULL::bigint AS user_id, count(*) FILTER (WHERE NOT is_suspended) AS count FROM pinned
    UNION ALL
    SELECT reader.id, count(*) FILTER (WHERE (reader.role = 'admin' OR NOT pinned.is_suspended)
      AND NOT ${areBlocked(sql`pinned.sender_id`, sql`reader.id`)})
    FROM apart
    JOIN users reader ON reader.id = apart.id
    JOIN conversation_members member ON member.conversation_id = ${conversationId} AND member.user_id = reader.id
    CROSS JOIN pinned
    GROUP BY reader.id`.execute(tx);
  const ofOthers = rows.flatMap(({ user_id: id, count }): [number, number][] =>
    id === null ? [] : [[id, count]],
  );
  return { count: rows.find((row) => row.user_id === null)?.count ?? 0, ofOthers: new Map(ofOthers) };
}
