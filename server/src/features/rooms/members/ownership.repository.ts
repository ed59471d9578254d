import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** A member of a room. */
export type Successor = { readonly userId: number; readonly username: string };

/**
 * Returns the member who becomes the owner when the creator is gone (GR-05): of those with both permissions, else of those
 * with one, else of all, the one longest in the room. Guests and suspended accounts cannot own a room.
 */
export async function findSuccessor(tx: Tx, conversationId: number): Promise<Successor | undefined> {
  const { rows } = await sql<Successor>`
    SELECT person.id AS "userId", person.username
    FROM conversation_members member
    JOIN users person ON person.id = member.user_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS permissions FROM room_grants held
      WHERE held.conversation_id = member.conversation_id AND held.user_id = member.user_id
    ) held ON true
    WHERE member.conversation_id = ${conversationId} AND NOT person.is_guest
      AND person.suspended_at IS NULL AND person.deleted_at IS NULL
    ORDER BY held.permissions DESC, member.joined_at, person.id LIMIT 1`.execute(tx);
  return rows[0];
}

/** Makes a member the owner of a room, who has all permissions without grants. The caller has locked the room. */
export async function setOwner(tx: Tx, conversationId: number, userId: number): Promise<void> {
  await sql`UPDATE rooms SET creator_id = ${userId} WHERE conversation_id = ${conversationId}`.execute(tx);
  await sql`
    DELETE FROM room_grants WHERE conversation_id = ${conversationId} AND user_id = ${userId}`.execute(tx);
}
