import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { Deleted } from './deletions.repository.ts';

/** A message of a private chat as one of its people finds it who wants to delete it. */
export type PersonalMessage = {
  readonly sequence: number;
  readonly isOwn: boolean;
  /** Deleted for both, or hidden or cleared by this person. */
  readonly isGone: boolean;
};

/** Those of some sequences that a private conversation has, in their order. */
export async function findPersonal(
  db: Queryable,
  conversationId: number,
  viewerId: number,
  sequences: readonly number[],
): Promise<PersonalMessage[]> {
  const { rows } = await sql<{ sequence: number; is_own: boolean; is_gone: boolean }>`
    SELECT m.sequence, coalesce(m.sender_id = ${viewerId}, false) AS is_own,
      m.deleted_at IS NOT NULL OR m.sequence <= member.cleared_to OR EXISTS (
        SELECT FROM hidden_messages hidden
        WHERE hidden.user_id = ${viewerId} AND hidden.conversation_id = m.conversation_id
          AND hidden.sequence = m.sequence
      ) AS is_gone
    FROM messages m
    JOIN conversation_members member
      ON member.conversation_id = m.conversation_id AND member.user_id = ${viewerId}
    WHERE m.conversation_id = ${conversationId} AND m.sequence = ANY (${sequences}::bigint[])
    ORDER BY m.sequence`.execute(db);
  return rows.map((row) => ({ sequence: row.sequence, isOwn: row.is_own, isGone: row.is_gone }));
}

/** Hides messages from one person under a revision that has just been taken. */
export async function hide(
  tx: Tx,
  given: {
    readonly conversationId: number;
    readonly userId: number;
    readonly sequences: readonly number[];
    readonly revision: number;
  },
): Promise<void> {
  const { conversationId, userId, sequences, revision } = given;
  await sql`
    WITH hid AS (
      INSERT INTO hidden_messages (user_id, conversation_id, sequence)
      SELECT ${userId}::bigint, ${conversationId}::bigint, sequence FROM unnest(${sequences}::bigint[]) AS sequence
      ON CONFLICT DO NOTHING RETURNING sequence
    )
    INSERT INTO conversation_changes (conversation_id, revision, sequence, hidden_for)
    SELECT ${conversationId}::bigint, ${revision}::bigint, sequence, ${userId}::bigint FROM hid`.execute(tx);
}

/** What clearing a private chat did: own messages that are gone for both, and how many went from one's own view. */
export type Cleared = Deleted & { readonly ownSequences: number[]; readonly count: number };

/**
 * Clears a private chat for one person: what they wrote is deleted for both, the rest is behind their mark. The
 * caller holds the conversation's head. `clearedTo` is the mark.
 */
export async function clearFor(tx: Tx, conversationId: number, userId: number): Promise<Cleared> {
  const { rows } = await sql<{
    revision: number;
    last_sequence: number;
    sequences: number[];
    received: number;
  }>`
    WITH head AS (
      UPDATE conversations SET revision = revision + 1 WHERE id = ${conversationId}
      RETURNING revision, last_sequence
    ), own AS (
      SELECT cleared_to FROM conversation_members
      WHERE conversation_id = ${conversationId} AND user_id = ${userId}
    ), received AS (
      SELECT count(*) AS count FROM own, messages m
      WHERE m.conversation_id = ${conversationId} AND m.sequence > own.cleared_to
        AND m.sender_id IS DISTINCT FROM ${userId} AND m.deleted_at IS NULL
        AND NOT EXISTS (
          SELECT FROM hidden_messages hidden
          WHERE hidden.user_id = ${userId} AND hidden.conversation_id = m.conversation_id
            AND hidden.sequence = m.sequence)
    ), gone AS (
      UPDATE messages m SET deleted_at = now(), deleted_by = ${userId}, version = head.revision FROM own, head
      WHERE m.conversation_id = ${conversationId} AND m.sequence > own.cleared_to
        AND m.sender_id = ${userId} AND m.deleted_at IS NULL
      RETURNING m.sequence
    ), noted AS (
      INSERT INTO conversation_changes (conversation_id, revision, sequence)
      SELECT ${conversationId}::bigint, head.revision, gone.sequence FROM head, gone
    ), marked AS (
      UPDATE conversation_members member SET cleared_to = head.last_sequence FROM head
      WHERE member.conversation_id = ${conversationId} AND member.user_id = ${userId}
    )
    SELECT head.revision, head.last_sequence, (SELECT count FROM received) AS received,
      ARRAY(SELECT sequence FROM gone ORDER BY sequence) AS sequences
    FROM head`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('no such conversation');
  await sql`
    DELETE FROM hidden_messages WHERE user_id = ${userId} AND conversation_id = ${conversationId}`.execute(
    tx,
  );
  return {
    revision: row.revision,
    clearedTo: row.last_sequence,
    ownSequences: row.sequences,
    count: row.sequences.length + row.received,
  };
}

/** Takes another revision, so that who holds the one before asks for what it missed; answers it. */
export async function skipRevision(tx: Tx, conversationId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    UPDATE conversations SET revision = revision + 1 WHERE id = ${conversationId} RETURNING revision`.execute(
    tx,
  );
  return rows[0]?.revision ?? 0;
}

/** Up to where each person of a conversation has cleared it, by user id. */
export async function readClearings(db: Queryable, conversationId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; cleared_to: number }>`
    SELECT user_id, cleared_to FROM conversation_members WHERE conversation_id = ${conversationId}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.user_id, row.cleared_to]));
}
