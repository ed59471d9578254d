import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { isStranger } from '../../relations/index.ts';
import type { MessageRef, StoredPreview } from '../messages.types.ts';

/** A message with the URL of a link in it. */
export type LinkedMessage = MessageRef & { readonly url: string };

/** A message whose link may get a card, with the facts that the caller judges. */
export type Candidate = LinkedMessage & {
  readonly senderId: number;
  /** When the sender's account was created. */
  readonly senderSince: Date;
  /** URL of the video that the message shows anyway. */
  readonly youtubeUrl: string | null;
};

const columnsOf = (messages: readonly LinkedMessage[]) => sql`unnest(
    ${messages.map((message) => message.conversationId)}::bigint[],
    ${messages.map((message) => message.sequence)}::bigint[], ${messages.map((message) => message.url)}::text[]
  ) AS given (conversation_id, sequence, url)`;

/**
 * SQL condition: row `m` of messages may have a card (FT-05). Its sender wants cards, it is no notice, and its sender is no
 * stranger to its readers (MR-01): not to the other user of a private chat, nor to a recipient of a whisper, each of whom has
 * besides ever whispered to the sender in the same room or written to them in their private chat. Public messages of rooms
 * are for all members.
 */
const MAY_HAVE_CARD = sql`(
  m.deleted_at IS NULL AND m.about_ids IS NULL AND m.no_preview IS NOT TRUE AND m.sequence > head.cleared_to
  AND sender.link_previews AND sender.deleted_at IS NULL AND sender.suspended_at IS NULL
  AND (head.kind <> 'direct' OR EXISTS (
    SELECT FROM direct_conversations chat
    WHERE chat.conversation_id = m.conversation_id
      AND NOT ${isStranger(sql`m.sender_id`, sql`chat.low_id + chat.high_id - m.sender_id`)}))
  AND NOT EXISTS (
    SELECT FROM unnest(m.recipient_ids) AS reader (id)
    WHERE reader.id <> m.sender_id AND (${isStranger(sql`m.sender_id`, sql`reader.id`)} OR NOT EXISTS (
        SELECT FROM messages answer
        WHERE answer.conversation_id = m.conversation_id AND answer.sender_id = reader.id
          AND answer.recipient_ids IS NOT NULL AND m.sender_id = ANY (answer.recipient_ids))
      AND NOT EXISTS (
        SELECT FROM direct_conversations pair
        JOIN messages answer ON answer.conversation_id = pair.conversation_id AND answer.sender_id = reader.id
        WHERE pair.low_id = least(reader.id, m.sender_id) AND pair.high_id = greatest(reader.id, m.sender_id)))))`;

/** Returns those of the messages that may have a card, were sent after `sentAfter` and have none yet. */
export async function listCandidates(
  tx: Tx,
  messages: readonly LinkedMessage[],
  sentAfter: Date,
): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT m.conversation_id AS "conversationId", m.sequence, given.url, m.sender_id AS "senderId",
      sender.created_at AS "senderSince", m.youtube_url AS "youtubeUrl"
    FROM ${columnsOf(messages)}
    JOIN messages m ON m.conversation_id = given.conversation_id AND m.sequence = given.sequence
    JOIN conversations head ON head.id = m.conversation_id
    JOIN users sender ON sender.id = m.sender_id
    WHERE m.created_at > ${sentAfter} AND ${MAY_HAVE_CARD} AND NOT EXISTS (
      SELECT FROM message_previews card
      WHERE card.conversation_id = m.conversation_id AND card.sequence = m.sequence)
    ORDER BY m.conversation_id, m.sequence`.execute(tx);
  return rows;
}

/** How many messages may wait for a card: of one sender, and altogether. */
type Room = { readonly ofSender: number; readonly inAll: number };

/** Queues messages for the job, as far as there is room. Returns the number of queued ones. */
export async function addPending(tx: Tx, messages: readonly Candidate[], room: Room): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO pending_previews (conversation_id, sequence, sender_id, url)
    SELECT ranked.conversation_id, ranked.sequence, ranked.sender_id, ranked.url
    FROM (
      SELECT given.*, m.sender_id, row_number() OVER (ORDER BY m.conversation_id, m.sequence) AS place,
        row_number() OVER (PARTITION BY m.sender_id ORDER BY m.conversation_id, m.sequence) AS place_of_sender
      FROM ${columnsOf(messages)}
      JOIN messages m ON m.conversation_id = given.conversation_id AND m.sequence = given.sequence
    ) ranked
    WHERE (SELECT count(*) FROM pending_previews) + ranked.place <= ${room.inAll}
      AND ranked.place_of_sender + (
        SELECT count(*) FROM pending_previews waiting WHERE waiting.sender_id = ranked.sender_id
      ) <= ${room.ofSender}
    ON CONFLICT (conversation_id, sequence)
      DO UPDATE SET url = excluded.url, tries = 0, due_at = now()`.execute(tx);
  return Number(numAffectedRows);
}

/** A message that waits for the card of a link; `tries` counts the present try. */
export type Waiting = LinkedMessage & { readonly senderId: number; readonly tries: number };

/**
 * Takes the message that has been due the longest and that no other worker is taking; undefined if there is none. It is
 * due again after the delay of its try, in seconds, unless it is removed before: so a try of a killed node is repeated.
 */
export async function takeDue(db: Queryable, delays: readonly number[]): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    UPDATE pending_previews waiting SET tries = waiting.tries + 1,
      due_at = now() + make_interval(secs => (${delays}::int[])[least(waiting.tries, ${delays.length - 1}) + 1])
    FROM (
      SELECT conversation_id, sequence FROM pending_previews
      WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) due
    WHERE waiting.conversation_id = due.conversation_id AND waiting.sequence = due.sequence
    RETURNING waiting.conversation_id AS "conversationId", waiting.sequence, waiting.url,
      waiting.sender_id AS "senderId", waiting.tries`.execute(db);
  return rows[0];
}

/** Removes a message that waits for the card of this URL. Returns whether it did. */
export async function removePending(
  db: Queryable,
  { conversationId, sequence, url }: LinkedMessage,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM pending_previews
    WHERE conversation_id = ${conversationId} AND sequence = ${sequence} AND url = ${url}`.execute(db);
  return numAffectedRows > 0n;
}

/** Returns the number of messages that wait for a card. */
export async function countPending(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM pending_previews`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the text of a message that may still have a card. The caller holds the lock of the conversation. */
export async function readTextForCard(
  tx: Tx,
  { conversationId, sequence }: MessageRef,
): Promise<string | undefined> {
  const { rows } = await sql<{ content: string }>`
    SELECT m.content FROM messages m
    JOIN conversations head ON head.id = m.conversation_id
    JOIN users sender ON sender.id = m.sender_id
    WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence} AND ${MAY_HAVE_CARD}`.execute(
    tx,
  );
  return rows[0]?.content;
}

/** Stores the card of a message; returns false if it has one already. */
export async function insertPreview(
  tx: Tx,
  { conversationId, sequence }: MessageRef,
  { url, title, site, imageId }: StoredPreview,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO message_previews (conversation_id, sequence, url, title, site, image_id)
    VALUES (${conversationId}, ${sequence}, ${url}, ${title}, ${site}, ${imageId})
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows > 0n;
}

/** Whether a message has a card or waits for one, and the pictures of removed cards that nothing else shows. */
type LeftPreview = { readonly isLeft: boolean; readonly imageIds: readonly string[] };

/** Removes the card of a message, and its place in the queue, unless they are of one of these URLs (ED-01). */
export async function keepPreviewOf(
  tx: Tx,
  { conversationId, sequence }: MessageRef,
  urls: readonly string[],
): Promise<LeftPreview> {
  const isOther = sql`conversation_id = ${conversationId} AND sequence = ${sequence} AND url <> ALL (${urls}::text[])`;
  await sql`DELETE FROM pending_previews WHERE ${isOther}`.execute(tx);
  const removed = await sql<{ image_id: string | null; is_shown: boolean }>`
    DELETE FROM message_previews removed WHERE ${isOther}
    RETURNING image_id, EXISTS (SELECT FROM messages m WHERE m.image_id = removed.image_id) AS is_shown`.execute(
    tx,
  );
  const { rows } = await sql<{ isLeft: boolean }>`
    SELECT EXISTS (
      SELECT FROM message_previews WHERE conversation_id = ${conversationId} AND sequence = ${sequence}
      UNION ALL
      SELECT FROM pending_previews WHERE conversation_id = ${conversationId} AND sequence = ${sequence}
    ) AS "isLeft"`.execute(tx);
  const imageIds = removed.rows.flatMap(({ image_id: id, is_shown: isShown }) =>
    id === null || isShown ? [] : [id],
  );
  return { isLeft: rows[0]?.isLeft === true, imageIds };
}
