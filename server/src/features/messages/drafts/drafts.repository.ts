import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { DraftTarget } from '../conversation-kinds.service.ts';

/** A stored draft. `replySequence`: the message of the conversation that it replies to. */
export type StoredDraft = {
  readonly text: string;
  readonly replySequence: number | null;
  readonly updatedAt: Date;
};

type DraftRow = { text: string; reply_sequence: number | null; updated_at: Date };

const draftOf = (row: DraftRow): StoredDraft => ({
  text: row.text,
  replySequence: row.reply_sequence,
  updatedAt: row.updated_at,
});

/** SQL condition: the draft of a user for a target. */
const isOf = (userId: number, target: DraftTarget): RawBuilder<unknown> =>
  'peerId' in target
    ? sql`user_id = ${userId} AND peer_id = ${target.peerId}`
    : sql`user_id = ${userId} AND conversation_id = ${target.conversationId}`;

/** Returns the draft of a user; undefined without one. */
export async function readDraft(
  db: Queryable,
  userId: number,
  target: DraftTarget,
): Promise<StoredDraft | undefined> {
  const { rows } = await sql<DraftRow>`
    SELECT text, reply_sequence, updated_at FROM drafts WHERE ${isOf(userId, target)}`.execute(db);
  return rows[0] && draftOf(rows[0]);
}

/**
 * SQL: the time of a change, which is later than the changes before it: the clock of the database may be behind the newest
 * message, whose sending removed the draft.
 */
const changeTime = (target: DraftTarget): RawBuilder<unknown> =>
  'peerId' in target
    ? sql`clock_timestamp()`
    : sql`greatest(clock_timestamp(),
        (SELECT last_message_at FROM conversations WHERE id = ${target.conversationId}))`;

/** Stores the draft of a user and returns its time. The caller holds the lock of the conversation or of the pair. */
export async function writeDraft(
  tx: Tx,
  userId: number,
  target: DraftTarget,
  { text, replySequence }: Omit<StoredDraft, 'updatedAt'>,
): Promise<StoredDraft> {
  const [conversationId, peerId] = 'peerId' in target ? [null, target.peerId] : [target.conversationId, null];
  const key = 'peerId' in target ? sql`(user_id, peer_id)` : sql`(user_id, conversation_id)`;
  const { rows } = await sql<DraftRow>`
    INSERT INTO drafts (user_id, conversation_id, peer_id, text, reply_sequence, updated_at)
    VALUES (${userId}, ${conversationId}, ${peerId}, ${text}, ${replySequence}, ${changeTime(target)})
    ON CONFLICT ${key} DO UPDATE SET text = excluded.text, reply_sequence = excluded.reply_sequence,
      updated_at = greatest(excluded.updated_at, drafts.updated_at)
    RETURNING text, reply_sequence, updated_at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('INSERT returned no row');
  return draftOf(row);
}

/** Removes the draft of a user and returns the time of the removal; undefined if there was none. */
export async function removeDraft(tx: Tx, userId: number, target: DraftTarget): Promise<Date | undefined> {
  const { rows } = await sql<{ removed_at: Date }>`
    DELETE FROM drafts WHERE ${isOf(userId, target)}
    RETURNING greatest(${changeTime(target)}, updated_at)::timestamptz(3) AS removed_at`.execute(tx);
  return rows[0]?.removed_at;
}

/** A draft with its target. */
export type ListedDraft = StoredDraft & { readonly target: DraftTarget };

/** Returns the newest drafts of a user. */
export async function listDrafts(db: Queryable, userId: number, limit: number): Promise<ListedDraft[]> {
  const { rows } = await sql<DraftRow & { conversation_id: number | null; peer_id: number | null }>`
    SELECT conversation_id, peer_id, text, reply_sequence, updated_at FROM drafts
    WHERE user_id = ${userId} ORDER BY updated_at DESC, conversation_id, peer_id LIMIT ${limit}`.execute(db);
  return rows.map((row) => {
    const { conversation_id: conversationId, peer_id: peerId } = row;
    const target = conversationId === null ? { peerId: peerId ?? 0 } : { conversationId };
    return Object.assign(draftOf(row), { target });
  });
}

/**
 * Moves the drafts that two users have for each other to their new conversation. The caller holds the lock of the pair and
 * creates the conversation in this transaction.
 */
export async function moveToConversation(
  tx: Tx,
  conversationId: number,
  one: number,
  other: number,
): Promise<void> {
  await sql`
    UPDATE drafts SET conversation_id = ${conversationId}, peer_id = NULL
    WHERE (user_id = ${one} AND peer_id = ${other}) OR (user_id = ${other} AND peer_id = ${one})`.execute(tx);
}

/** Removes all drafts of a user. */
export async function removeDraftsOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM drafts WHERE user_id = ${userId}`.execute(tx);
}
