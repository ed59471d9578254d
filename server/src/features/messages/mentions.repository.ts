import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { notOfSuspended, readableBy } from './messages.repository.ts';

/** A user in a room, by its conversation. */
type PersonInRoom = { readonly userId: number; readonly conversationId: number };

/**
 * SQL query: `unread_mentions` and `oldest_mention`, the number of unread messages of a conversation that mention a user, and
 * the sequence of the oldest (MN-03). Messages that the user may not see now do not count, nor those whose edit took the name
 * away.
 */
export const unreadMentionsIn = (
  userId: RawBuilder<unknown>,
  conversationId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  SELECT count(*) AS unread_mentions, min(m.sequence) AS oldest_mention
  FROM unread_mentions mention
  JOIN conversations head ON head.id = mention.conversation_id
  JOIN messages m ON m.conversation_id = mention.conversation_id AND m.sequence = mention.sequence
  WHERE mention.user_id = ${userId} AND mention.conversation_id = ${conversationId}
    AND m.deleted_at IS NULL AND m.sequence > head.cleared_to AND ${userId} = ANY (m.mention_ids)
    AND ${readableBy(sql`${userId}`)} AND ${notOfSuspended(sql`${userId}`)}`;

/** Returns who is mentioned in messages of a sender without having read them, in the sender's rooms. */
export async function findMentionedBy(db: Queryable, senderId: number): Promise<PersonInRoom[]> {
  const { rows } = await sql<PersonInRoom>`
    SELECT DISTINCT mention.user_id AS "userId", mention.conversation_id AS "conversationId"
    FROM conversation_members own
    JOIN unread_mentions mention ON mention.conversation_id = own.conversation_id
    JOIN messages m ON m.conversation_id = mention.conversation_id AND m.sequence = mention.sequence
    WHERE own.user_id = ${senderId} AND m.sender_id = ${senderId}`.execute(db);
  return rows;
}

/** Deletes the entries of mentions that were read; returns for whom and where the number changed. */
export async function markMentionsRead(
  db: Queryable,
  read: readonly (PersonInRoom & { readonly sequence: number })[],
): Promise<PersonInRoom[]> {
  const { rows } = await sql<PersonInRoom>`
    WITH deleted AS (
      DELETE FROM unread_mentions mention
      USING unnest(
        ${read.map((each) => each.userId)}::bigint[], ${read.map((each) => each.conversationId)}::bigint[],
        ${read.map((each) => each.sequence)}::bigint[]
      ) AS here (user_id, conversation_id, sequence)
      WHERE mention.user_id = here.user_id AND mention.conversation_id = here.conversation_id
        AND mention.sequence <= here.sequence
      RETURNING mention.user_id, mention.conversation_id
    )
    SELECT DISTINCT user_id AS "userId", conversation_id AS "conversationId" FROM deleted`.execute(db);
  return rows;
}

/** Deletes the entries of deleted messages; returns the users who are mentioned in them and had not read them. */
export async function forgetMentions(
  tx: Tx,
  conversationId: number,
  sequences: readonly number[],
): Promise<PersonInRoom[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH deleted AS (
      DELETE FROM unread_mentions
      WHERE conversation_id = ${conversationId} AND sequence = ANY (${sequences}::bigint[]) RETURNING user_id
    )
    SELECT DISTINCT user_id FROM deleted`.execute(tx);
  return rows.map(({ user_id: userId }) => ({ userId, conversationId }));
}

/** Deletes the entries of cleared rooms; returns the users who had some. */
export async function forgetClearedMentions(
  db: Queryable,
  conversationIds: readonly number[],
): Promise<PersonInRoom[]> {
  const { rows } = await sql<PersonInRoom>`
    WITH deleted AS (
      DELETE FROM unread_mentions mention USING conversations head
      WHERE mention.conversation_id = ANY (${conversationIds}::bigint[])
        AND head.id = mention.conversation_id AND mention.sequence <= head.cleared_to
      RETURNING mention.user_id, mention.conversation_id
    )
    SELECT DISTINCT user_id AS "userId", conversation_id AS "conversationId" FROM deleted`.execute(db);
  return rows;
}
