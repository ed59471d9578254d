import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import type { Placed } from './messages.types.ts';

/**
 * A message without a sender about users: `{0}` and `{1}` in `content` are replaced by the current names of `aboutIds`
 * when it is read. Users with a block with one of them do not see it.
 */
export type Notice = {
  readonly conversationId: number;
  readonly content: string;
  readonly aboutIds: readonly number[];
};

/**
 * Stores notices in the transaction of their feature, each with a sequence of its conversation. Returns their
 * positions in the same order. It locks the conversations, so callers must take all other locks before.
 */
export async function appendNotices(tx: Tx, notices: readonly Notice[]): Promise<Placed[]> {
  const conversations = notices.map(({ conversationId }) => conversationId);
  const none = notices.map(() => null);
  const { rows } = await sql<{ status: string; sequence: number; created_ms: number }>`
    SELECT status, sequence, created_ms FROM store_messages(
      ${conversations}::bigint[], ${none}::bigint[], ${none}::text[], ${notices.map(({ content }) => content)}::text[],
      ${none}::text[], ${none}::text[], ${none}::text[], '{}'
    )`.execute(tx);
  if (rows.length !== notices.length || rows.some(({ status }) => status !== 'stored'))
    throw new Error('A notice could not be stored.');
  await sql`
    UPDATE messages SET about_ids = given.about::bigint[]
    FROM unnest(
      ${conversations}::bigint[], ${rows.map(({ sequence }) => sequence)}::bigint[],
      ${notices.map(({ aboutIds }) => `{${aboutIds.join(',')}}`)}::text[]
    ) AS given (conversation_id, sequence, about)
    WHERE messages.conversation_id = given.conversation_id AND messages.sequence = given.sequence`.execute(
    tx,
  );
  return rows.map(({ sequence, created_ms: createdAt }) => ({ sequence, createdAt }));
}
