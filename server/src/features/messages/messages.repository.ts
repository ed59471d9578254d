import { fillText } from '@adda/contract';
import type { Reaction } from '@adda/contract/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { areBlocked } from '../relations/index.ts';
import type {
  Draft,
  Head,
  HistoryRequest,
  MessageAudio,
  Placed,
  StoredMessage,
  StoredPreview,
} from './messages.types.ts';
import { quotedOf, type QuoteRow } from './quote.codec.ts';
import { noReceiptJoin, receiptJoin } from './receipts.repository.ts';

/** A row of {@link messageColumns}. */
export type MessageRow = {
  sequence: number;
  created_at: Date;
  sender_id: number | null;
  sender: string | null;
  client_message_id: string | null;
  content: string;
  image_id: string | null;
  image_width: number | null;
  image_height: number | null;
  audio_id: string | null;
  audio_duration_ms: number | null;
  audio_waveform: number[] | null;
  youtube_url: string | null;
  recipients: string[] | null;
  about: string[] | null;
  is_deleted: boolean;
  version: number;
  reactions: Reaction[] | null;
  edited_at: Date | null;
  reply_sequence: number | null;
  quote: QuoteRow | null;
  mentions: string[] | null;
  preview: StoredPreview | null;
  forwarded_from: string | null;
  delivered_at: Date | null;
  read_at: Date | null;
};

/**
 * SQL columns for {@link messageOf}, selected from a row `m` of messages and {@link messageJoins}. A deleted message
 * has no content. Reactions and the card of a link are looked up only for messages that have ever changed.
 */
export const messageColumns = (viewerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  m.sequence, m.created_at, m.sender_id, sender.username AS sender, m.client_message_id,
  CASE WHEN m.deleted_at IS NULL THEN m.content ELSE '' END AS content,
  CASE WHEN m.deleted_at IS NULL THEN m.image_id END AS image_id,
  image.width AS image_width, image.height AS image_height,
  CASE WHEN m.deleted_at IS NULL THEN m.audio_id END AS audio_id,
  recording.duration_ms AS audio_duration_ms, recording.waveform AS audio_waveform,
  CASE WHEN m.deleted_at IS NULL THEN m.youtube_url END AS youtube_url,
  CASE WHEN m.recipient_ids IS NOT NULL THEN
    ARRAY(SELECT named.username FROM users named WHERE named.id = ANY (m.recipient_ids) ORDER BY 1)
  END AS recipients,
  CASE WHEN m.about_ids IS NOT NULL THEN
    ARRAY(SELECT named.username FROM unnest(m.about_ids) WITH ORDINALITY AS told (id, place)
      JOIN users named ON named.id = told.id ORDER BY told.place)
  END AS about,
  m.deleted_at IS NOT NULL AS is_deleted, m.version,
  CASE WHEN m.version > 0 AND m.deleted_at IS NULL THEN
    reactions_of(m.conversation_id, m.sequence, ${viewerId})
  END AS reactions,
  CASE WHEN m.deleted_at IS NULL THEN m.edited_at END AS edited_at,
  CASE WHEN m.deleted_at IS NULL THEN m.reply_sequence END AS reply_sequence,
  CASE WHEN m.deleted_at IS NULL AND m.reply_sequence IS NOT NULL THEN
    quote_of(m.conversation_id, m.reply_sequence, ${viewerId})
  END AS quote,
  CASE WHEN m.deleted_at IS NULL AND m.mention_ids IS NOT NULL THEN
    ARRAY(SELECT named.username FROM unnest(m.mention_ids) WITH ORDINALITY AS mention (id, place)
      JOIN users named ON named.id = mention.id ORDER BY mention.place)
  END AS mentions,
  CASE WHEN m.version > 0 AND m.deleted_at IS NULL THEN
    (SELECT json_build_object('url', card.url, 'title', card.title, 'site', card.site, 'imageId', picture.id)
     FROM message_previews card LEFT JOIN images picture ON picture.id = card.image_id
     WHERE card.conversation_id = m.conversation_id AND card.sequence = m.sequence)
  END AS preview,
  CASE WHEN m.deleted_at IS NULL AND m.forwarded_from_id IS NOT NULL THEN
    (SELECT author.username FROM users author
     WHERE author.id = m.forwarded_from_id AND author.name_when_forwarded AND author.deleted_at IS NULL
       AND NOT ${areBlocked(sql`author.id`, viewerId)})
  END AS forwarded_from,
  receipt.delivered_at, receipt.read_at`;

const fileJoins = sql`
  LEFT JOIN users sender ON sender.id = m.sender_id
  LEFT JOIN images image ON image.id = m.image_id
  LEFT JOIN recordings recording ON recording.id = m.audio_id`;

/** SQL joins for {@link messageColumns}, for messages of rooms and private chats. */
export const messageJoins: RawBuilder<unknown> = sql`${fileJoins} ${receiptJoin}`;

/** SQL joins for {@link messageColumns}, for messages of rooms only. */
const roomMessageJoins = sql`${fileJoins} ${noReceiptJoin}`;

/** The id of a user, as a value or as a column of the query. */
type UserId = number | RawBuilder<unknown>;

/** SQL condition: row `m` of messages is public, or the viewer is its sender or a recipient (X-35). */
export const addressedTo = (viewerId: UserId): RawBuilder<unknown> =>
  sql`(m.recipient_ids IS NULL OR m.sender_id = ${viewerId} OR ${viewerId} = ANY (m.recipient_ids))`;

/** SQL condition: row `m` of messages is not a notice about a user with whom the viewer has a block. */
const isAboutNoBlocked = (viewerId: UserId): RawBuilder<unknown> =>
  sql`(m.about_ids IS NULL OR NOT EXISTS (
    SELECT FROM unnest(m.about_ids) AS person (id) WHERE ${areBlocked(sql`person.id`, sql`${viewerId}`)}))`;

/**
 * SQL condition: the viewer may read row `m` of messages, provided that they may read the conversation (R-14). The
 * message is addressed to them, and they have no block with its sender or with the users that a notice names.
 */
export const readableBy = (viewerId: UserId): RawBuilder<unknown> =>
  sql`(${addressedTo(viewerId)} AND NOT ${areBlocked(sql`m.sender_id`, sql`${viewerId}`)}
    AND ${isAboutNoBlocked(viewerId)})`;

/**
 * SQL condition: neither the sender of row `m` of messages nor a user whom it names as a notice is suspended, or the viewer is an
 * administrator (SV-50, HM-13). Scalar subqueries, so that the planner never turns them into a join with all users.
 */
export const notOfSuspended = (viewerId: UserId): RawBuilder<unknown> =>
  sql`CASE
    WHEN (SELECT author.suspended_at IS NOT NULL FROM users author WHERE author.id = m.sender_id)
      OR m.about_ids IS NOT NULL AND EXISTS (
        SELECT FROM users told WHERE told.id = ANY (m.about_ids) AND told.suspended_at IS NOT NULL)
    THEN (SELECT viewer.role = 'admin' FROM users viewer WHERE viewer.id = ${viewerId}) ELSE true END`;

/** SQL condition: the viewer has not hidden row `m` of messages (Q-07). */
export const notHiddenBy = (viewerId: UserId): RawBuilder<unknown> =>
  sql`NOT EXISTS (
    SELECT FROM hidden_messages hidden
    WHERE hidden.user_id = ${viewerId} AND hidden.conversation_id = m.conversation_id
      AND hidden.sequence = m.sequence)`;

/**
 * SQL condition: row `m` of messages is not deleted and the viewer may read it, provided that they may read the
 * conversation. `head` is its row in `conversations`, `own` the viewer's in `conversation_members`, if there is one.
 */
export const isShownTo = (viewerId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(m.deleted_at IS NULL AND m.sequence > greatest(head.cleared_to, own.cleared_to) AND ${readableBy(viewerId)}
    AND CASE head.kind WHEN 'direct' THEN ${notHiddenBy(viewerId)} ELSE ${notOfSuspended(viewerId)} END)`;

/** Returns the sequence up to which a conversation is cleared for all members or, in a private chat, for the viewer. */
const clearedFor = (viewerId: number | undefined): RawBuilder<unknown> =>
  viewerId === undefined
    ? sql`head.cleared_to`
    : sql`greatest(head.cleared_to, (
        SELECT own.cleared_to FROM conversation_members own
        WHERE own.conversation_id = head.id AND own.user_id = ${viewerId}))`;

/** Reads up to `limit` messages above `clearedTo` that the viewer may read, in the direction of the request. */
export async function readMessages(
  db: Queryable,
  request: HistoryRequest & Pick<Head, 'clearedTo'>,
): Promise<StoredMessage[]> {
  const { conversationId, before, afterSequence, limit, clearedTo } = request;
  const lowest = Math.max(afterSequence ?? 0, clearedTo);
  const range = before
    ? sql`m.sequence > ${lowest} AND m.sequence < sequence_before(${conversationId}, ${before})`
    : sql`m.sequence > ${lowest}`;
  return selectMessages(db, request, [{ range, isForward: afterSequence !== undefined, limit }]);
}

/**
 * Reads up to `each` messages before a sequence and after it, and the message itself, as far as the viewer may read them; in
 * two ranges of the index (RY-04).
 */
export async function readMessagesAround(
  db: Queryable,
  request: Reader & Pick<Head, 'clearedTo'>,
  { sequence, each }: { readonly sequence: number; readonly each: number },
): Promise<StoredMessage[]> {
  const before = sql`m.sequence > ${request.clearedTo} AND m.sequence <= ${sequence}`;
  const after = sql`m.sequence > ${Math.max(sequence, request.clearedTo)}`;
  return selectMessages(db, request, [
    { range: before, isForward: false, limit: each + 1 },
    { range: after, isForward: true, limit: each },
  ]);
}

/** Returns one message that the viewer may read; undefined also if all messages were deleted in one operation. */
export async function readMessage(
  db: Queryable,
  ref: Reader & { readonly sequence: number },
): Promise<StoredMessage | undefined> {
  const { conversationId, sequence, viewerId, isPersonal } = ref;
  const cleared = clearedFor(isPersonal ? viewerId : undefined);
  const clearedTo = sql`(SELECT ${cleared} FROM conversations head WHERE head.id = ${conversationId})`;
  const range = sql`m.sequence = ${sequence} AND m.sequence > ${clearedTo}`;
  return (await selectMessages(db, ref, [{ range, isForward: true, limit: 1 }]))[0];
}

/** Returns the given messages that the viewer may read and that are not deleted, ascending. */
export async function readMessagesAt(
  db: Queryable,
  request: Reader & Pick<Head, 'clearedTo'>,
  sequences: readonly number[],
): Promise<StoredMessage[]> {
  const range = sql`m.sequence = ANY (${sequences}::bigint[]) AND m.sequence > ${request.clearedTo}
    AND m.deleted_at IS NULL`;
  return selectMessages(db, request, [{ range, isForward: true, limit: sequences.length }]);
}

/** Returns the newest messages to all members that are not deleted and that the viewer may read as a member, ascending. */
export async function readNewestToAll(
  db: Queryable,
  request: Reader & Pick<Head, 'clearedTo'>,
  limit: number,
): Promise<StoredMessage[]> {
  const range = sql`m.sequence > ${request.clearedTo} AND m.recipient_ids IS NULL AND m.deleted_at IS NULL`;
  return selectMessages(db, request, [{ range, isForward: false, limit }]);
}

/** The viewer of a conversation. */
type Reader = Pick<HistoryRequest, 'conversationId' | 'viewerId' | 'isPersonal'>;

/** Messages of one stretch: the first or, unless `isForward`, the last ones that the viewer may read. */
type Stretch = { readonly range: RawBuilder<unknown>; readonly isForward: boolean; readonly limit: number };

async function selectMessages(
  db: Queryable,
  { conversationId, viewerId, isPersonal }: Reader,
  stretches: readonly Stretch[],
): Promise<StoredMessage[]> {
  const parts = stretches.map(
    ({ range, isForward, limit }) => sql`(
      SELECT m.* FROM messages m
      WHERE m.conversation_id = ${conversationId} AND ${range} AND ${readableBy(viewerId)}
        AND ${isPersonal ? notHiddenBy(viewerId) : notOfSuspended(viewerId)}
      ORDER BY m.sequence ${isForward ? sql`ASC` : sql`DESC`} LIMIT ${limit})`,
  );
  // First the page, then names and images: a plan that joins before the limit would read the whole conversation.
  const { rows } = await sql<MessageRow>`
    WITH page AS MATERIALIZED (${sql.join(parts, sql` UNION ALL `)})
    SELECT ${messageColumns(sql`${viewerId}::bigint`)}
    FROM page m ${isPersonal ? messageJoins : roomMessageJoins}
    ORDER BY m.sequence`.execute(db);
  return rows.map(messageOf);
}

/** Maps a row of {@link messageColumns} to a message. */
export function messageOf(row: MessageRow): StoredMessage {
  const { image_id: id, image_width: width, image_height: height } = row;
  return {
    sequence: row.sequence,
    createdAt: row.created_at.getTime(),
    senderId: row.sender_id,
    sender: row.sender,
    clientMessageId: row.client_message_id,
    content: row.about ? fillText(row.content, Object.fromEntries(row.about.entries())) : row.content,
    image: id === null ? null : { id, size: width === null || height === null ? null : { width, height } },
    audio: audioOf(row),
    youtubeUrl: row.youtube_url,
    recipients: row.recipients,
    isDeleted: row.is_deleted,
    version: row.version,
    reactions: row.reactions ?? [],
    editedAt: row.edited_at?.getTime() ?? null,
    replyTo:
      row.reply_sequence === null
        ? null
        : { sequence: row.reply_sequence, quoted: row.quote && quotedOf(row.quote) },
    mentions: row.mentions ?? [],
    preview: row.preview,
    forwardedFrom: row.forwarded_from,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
  };
}

function audioOf({
  audio_id: id,
  audio_duration_ms: durationMs,
  audio_waveform: waveform,
}: MessageRow): MessageAudio | null {
  if (id === null) return null;
  return { id, recording: durationMs === null || waveform === null ? null : { durationMs, waveform } };
}

/** Returns the head of a conversation, for a private chat as the viewer sees it; all zero if there are no messages. */
export async function readHead(db: Queryable, conversationId: number, viewerId?: number): Promise<Head> {
  const { rows } = await sql<{ last_sequence: number; revision: number; cleared_to: number }>`
    SELECT head.last_sequence, head.revision, ${clearedFor(viewerId)} AS cleared_to
    FROM conversations head WHERE head.id = ${conversationId}`.execute(db);
  const row = rows[0];
  return {
    lastSequence: row?.last_sequence ?? 0,
    revision: row?.revision ?? 0,
    clearedTo: row?.cleared_to ?? 0,
  };
}

/** Returns the stored message with the draft's client id, if there is one (SV-102). */
export async function findFirst(db: Queryable, draft: Draft): Promise<Placed | undefined> {
  if (draft.clientMessageId === null || draft.senderId === null) return undefined;
  const { rows } = await sql<{ sequence: number; created_at: Date }>`
    SELECT sequence, created_at FROM messages
    WHERE conversation_id = ${draft.conversationId} AND sender_id = ${draft.senderId}
      AND client_message_id = ${draft.clientMessageId}`.execute(db);
  const row = rows[0];
  return row && { sequence: row.sequence, createdAt: row.created_at.getTime() };
}
