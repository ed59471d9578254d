import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { areBlocked, isStranger } from '../../relations/index.ts';
import { noteEdit } from '../change-log.repository.ts';
import type { MessageRef } from '../messages.types.ts';
import { isShownTo } from '../messages.repository.ts';
import { timeoutOf } from '../write-limits.repository.ts';

/** The facts that decide whether a user may change the text of a message (ED-01). */
export type EditTarget = {
  readonly isSuspended: boolean;
  /** The user may see the message now, as a member or as a global admin. */
  readonly isVisible: boolean;
  readonly isMember: boolean;
  /** The end of the user's timeout in the room; null without one (GR-03). */
  readonly timeoutUntil: Date | null;
  /** The user wrote it; false for notices. */
  readonly isOwn: boolean;
  /** An edit with the given key was stored before. */
  readonly isRepeated: boolean;
  readonly content: string;
  /** Something stays to be seen without the text: an image, a recording or a video. */
  readonly hasAttachment: boolean;
  readonly createdAt: Date;
  readonly isWhisper: boolean;
  /** The user is a stranger to a recipient: the peer of a private chat or one of a whisper (MR-01). */
  readonly isOfStranger: boolean;
};

/** A user's edit of a message; `key` is null if a retry cannot be recognized. */
type EditOf = MessageRef & { readonly userId: number; readonly key: string | null };

/** Returns the facts about a message; undefined if there is none. They hold until the commit under the conversation's lock. */
export async function findEditTarget(
  db: Queryable,
  { conversationId, sequence, userId, key }: EditOf,
): Promise<EditTarget | undefined> {
  const editorId = sql`editor.id`;
  const { rows } = await sql<EditTarget>`
    SELECT editor.suspended_at IS NOT NULL AS "isSuspended",
      coalesce(${isShownTo(editorId)} AND (own.user_id IS NOT NULL OR head.kind = 'room' AND editor.role = 'admin')
        AND NOT (head.kind = 'direct' AND EXISTS (
          SELECT FROM conversation_members peer
          WHERE peer.conversation_id = head.id AND peer.user_id <> editor.id
            AND ${areBlocked(sql`peer.user_id`, editorId)})), false) AS "isVisible",
      own.user_id IS NOT NULL AS "isMember", ${timeoutOf(sql`head.id`, editorId)} AS "timeoutUntil",
      coalesce(m.sender_id = editor.id AND m.about_ids IS NULL, false) AS "isOwn",
      ${key}::text IS NOT NULL AND EXISTS (
        SELECT FROM message_versions former
        WHERE former.conversation_id = m.conversation_id AND former.sequence = m.sequence
          AND former.edit_key = ${key}) AS "isRepeated",
      m.content, m.image_id IS NOT NULL OR m.audio_id IS NOT NULL OR m.youtube_url IS NOT NULL AS "hasAttachment",
      m.created_at AS "createdAt", m.recipient_ids IS NOT NULL AS "isWhisper",
      CASE WHEN m.recipient_ids IS NOT NULL OR head.kind = 'direct' THEN EXISTS (
        SELECT FROM (
          SELECT unnest(m.recipient_ids) AS id
          UNION SELECT peer.user_id FROM conversation_members peer
          WHERE head.kind = 'direct' AND peer.conversation_id = head.id
        ) reader
        WHERE ${isStranger(editorId, sql`reader.id`)}
      ) ELSE false END AS "isOfStranger"
    FROM messages m
    JOIN conversations head ON head.id = m.conversation_id
    JOIN users editor ON editor.id = ${userId}
    LEFT JOIN conversation_members own ON own.conversation_id = head.id AND own.user_id = editor.id
    WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}`.execute(db);
  return rows[0];
}

/** The new text, and the ids of the members whom it mentions. */
type NewText = {
  readonly content: string;
  readonly mentionIds: readonly number[];
  readonly key: string | null;
};

/**
 * Replaces the text of a message and stores the former one with the time when it was written (ED-04). Users who are no
 * longer mentioned have no unread mention any more; new ones get none (ED-01). The message names no author of a forward any
 * more, because that user did not write the new text (FT-06). The caller holds the lock of the
 * conversation.
 */
export async function replaceText(
  tx: Tx,
  ref: MessageRef,
  { content, mentionIds, key }: NewText,
): Promise<void> {
  const { conversationId, sequence } = ref;
  const revision = await noteEdit(tx, ref);
  await sql`
    INSERT INTO message_versions (conversation_id, sequence, revision, content, written_at, edit_key)
    SELECT conversation_id, sequence, ${revision}, content, coalesce(edited_at, created_at), ${key}
    FROM messages WHERE conversation_id = ${conversationId} AND sequence = ${sequence}`.execute(tx);
  await sql`
    UPDATE messages SET content = ${content}, mention_ids = nullif(${mentionIds}::bigint[], '{}'),
      forwarded_from_id = NULL,
      edited_at = greatest(date_trunc('milliseconds', clock_timestamp()),
        coalesce(edited_at, created_at) + interval '1 millisecond')
    WHERE conversation_id = ${conversationId} AND sequence = ${sequence}`.execute(tx);
  await sql`
    DELETE FROM unread_mentions WHERE conversation_id = ${conversationId} AND sequence = ${sequence}
      AND user_id <> ALL (${mentionIds}::bigint[])`.execute(tx);
}
