import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** Creates a conversation without members; returns its id. */
export async function createConversation(tx: Tx, kind: 'room' | 'direct'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO conversations (kind) VALUES (${kind}) RETURNING id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('INSERT returned no row');
  return row.id;
}

/** Returns the kind of a conversation; undefined if there is no such conversation. */
export async function readKind(db: Queryable, conversationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM conversations WHERE id = ${conversationId}`.execute(db);
  return rows[0]?.kind;
}

/**
 * Adds a user to a conversation; returns false if the user was a member already. All existing messages count as read,
 * including whispers and mentions that were stored while the user was leaving.
 */
export async function addMember(tx: Tx, conversationId: number, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO conversation_members (conversation_id, user_id, read_sequence)
    SELECT id, ${userId}, last_sequence FROM conversations WHERE id = ${conversationId}
    ON CONFLICT DO NOTHING`.execute(tx);
  const isNew = numAffectedRows === 1n;
  if (isNew) await forgetUnread(tx, conversationId, userId);
  return isNew;
}

/**
 * Removes a user from a conversation; returns false if the user was not a member. Waits for a message that is being
 * stored and blocks the following ones, so that no message of the user is accepted after the commit.
 */
export async function removeMember(tx: Tx, conversationId: number, userId: number): Promise<boolean> {
  await lockHeads(tx, [conversationId]);
  const { numAffectedRows } = await sql`
    DELETE FROM conversation_members
    WHERE conversation_id = ${conversationId} AND user_id = ${userId}`.execute(tx);
  await forgetUnread(tx, conversationId, userId);
  return numAffectedRows === 1n;
}

async function forgetUnread(tx: Tx, conversationId: number, userId: number): Promise<void> {
  await sql`
    WITH mentions AS (
      DELETE FROM unread_mentions WHERE conversation_id = ${conversationId} AND user_id = ${userId}
    )
    DELETE FROM unread_whispers WHERE conversation_id = ${conversationId} AND user_id = ${userId}`.execute(
    tx,
  );
}

/**
 * Locks the heads of the conversations, which holds back new messages until the transaction ends. Uses the same lock
 * order as the message writer.
 */
export async function lockHeads(tx: Tx, conversationIds: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM conversations WHERE id = ANY (${conversationIds}) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

/**
 * Locks the heads of all conversations that two users share, so that no message of one reaches the other after a block
 * is committed. One statement, with the same lock order as the message writer.
 */
export async function lockShared(tx: Tx, one: number, other: number): Promise<void> {
  await sql`
    SELECT FROM conversations WHERE id IN (
      SELECT mine.conversation_id FROM conversation_members mine
      JOIN conversation_members theirs ON theirs.conversation_id = mine.conversation_id
      WHERE mine.user_id = ${one} AND theirs.user_id = ${other}
    ) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

/** Locks the heads of all conversations of the user, as {@link lockHeads} does. */
export async function lockHeadsOf(tx: Tx, userId: number): Promise<void> {
  await sql`
    SELECT FROM conversations
    WHERE id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ${userId})
    ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

/** Returns whether the user is a member of the conversation. */
export async function isMember(db: Queryable, conversationId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM conversation_members
    WHERE conversation_id = ${conversationId} AND user_id = ${userId}`.execute(db);
  return rows.length === 1;
}

/** Returns the number of members of a conversation. */
export async function countMembers(db: Queryable, conversationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM conversation_members WHERE conversation_id = ${conversationId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Moves a member's read position forward, never back and never past the newest message. Returns the resulting position;
 * undefined if the user is not a member.
 */
export async function markRead(
  db: Queryable,
  conversationId: number,
  userId: number,
  sequence: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ read_sequence: number }>`
    UPDATE conversation_members member
    SET read_sequence = greatest(member.read_sequence, least(${sequence}::bigint, head.last_sequence))
    FROM conversations head
    WHERE head.id = member.conversation_id
      AND member.conversation_id = ${conversationId} AND member.user_id = ${userId}
    RETURNING member.read_sequence`.execute(db);
  return rows[0]?.read_sequence;
}
