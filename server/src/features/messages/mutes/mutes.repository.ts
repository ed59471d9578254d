import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** How long a conversation is muted: null without end (GR-07). */
export type NewMute = { readonly until: Date | null; readonly mentionsToo: boolean };

/** SQL condition: a row of `conversation_mutes` has not ended. */
export const isMuteOn = (alias: 'mute') =>
  sql<boolean>`(${sql.ref(alias)}.until IS NULL OR ${sql.ref(alias)}.until > now())`;

/** SQL condition: the user has muted the conversation (GR-07). */
export const hasMuted = (
  userId: RawBuilder<unknown>,
  conversationId: RawBuilder<unknown>,
) => sql<boolean>`EXISTS (
  SELECT FROM conversation_mutes mute
  WHERE mute.user_id = ${userId} AND mute.conversation_id = ${conversationId} AND ${isMuteOn('mute')})`;

/** Mutes a conversation for a user; replaces an earlier end. */
export async function writeMute(
  tx: Tx,
  userId: number,
  conversationId: number,
  { until, mentionsToo }: NewMute,
): Promise<void> {
  await sql`
    INSERT INTO conversation_mutes (user_id, conversation_id, until, mentions_too)
    VALUES (${userId}, ${conversationId}, ${until}, ${mentionsToo})
    ON CONFLICT (user_id, conversation_id)
    DO UPDATE SET until = excluded.until, mentions_too = excluded.mentions_too`.execute(tx);
}

/** A muted conversation. */
export type StoredMute = NewMute & { readonly conversationId: number };

/** Returns the conversations that a user has muted. */
export async function listMutes(db: Queryable, userId: number): Promise<StoredMute[]> {
  const { rows } = await sql<StoredMute>`
    SELECT mute.conversation_id AS "conversationId", mute.until, mute.mentions_too AS "mentionsToo"
    FROM conversation_mutes mute WHERE mute.user_id = ${userId} AND ${isMuteOn('mute')}
    ORDER BY mute.conversation_id`.execute(db);
  return rows;
}

/** Ends the muting of a conversation. */
export async function removeMute(tx: Tx, userId: number, conversationId: number): Promise<void> {
  await sql`
    DELETE FROM conversation_mutes
    WHERE user_id = ${userId} AND conversation_id = ${conversationId}`.execute(tx);
}

/** Ends all mutings of a user. */
export async function removeMutesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM conversation_mutes WHERE user_id = ${userId}`.execute(tx);
}
