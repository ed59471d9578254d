import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { MessageRef } from '../messages.types.ts';
import { searchWordsOf, type FindableMessage } from './message-words.codec.ts';

/** A message with the fields by which it is found. */
export type WordedMessage = MessageRef & FindableMessage;

/** Words of a message. */
type Words = MessageRef & { readonly words: readonly string[] };

/** SQL: a row for each word; no word has a space. */
const rowsOf = (messages: readonly Words[]) => sql`
  SELECT conversation_id, slice_of(sequence) AS slice, word COLLATE "C" AS word, place_in_slice(sequence) AS place
  FROM unnest(
    ${messages.map((message) => message.conversationId)}::bigint[],
    ${messages.map((message) => message.sequence)}::bigint[],
    ${messages.map((message) => message.words.join(' '))}::text[]
  ) AS given (conversation_id, sequence, words)
  CROSS JOIN LATERAL unnest(string_to_array(given.words, ' ')) AS word`;

/** Adds words that are not stored yet, in the order of the index, so that neighbours are written together. */
async function addWords(
  tx: Tx,
  messages: readonly Words[],
  onConflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (messages.every(({ words }) => words.length === 0)) return;
  await sql`
    INSERT INTO message_words (conversation_id, slice, word, place)
    ${rowsOf(messages)} ORDER BY 1, 2, 3, 4 ${onConflict}`.execute(tx);
}

/** Adds words of which some may be stored already: takes half as long again. */
const addOtherWords = (tx: Tx, messages: readonly Words[]): Promise<void> =>
  addWords(tx, messages, sql`ON CONFLICT DO NOTHING`);

async function deleteWords(tx: Tx, messages: readonly Words[]): Promise<void> {
  if (messages.every(({ words }) => words.length === 0)) return;
  await sql`
    DELETE FROM message_words stored USING (${rowsOf(messages)}) given
    WHERE stored.conversation_id = given.conversation_id AND stored.slice = given.slice
      AND stored.word = given.word AND stored.place = given.place`.execute(tx);
}

const wordsOf = (message: WordedMessage): Words => ({
  conversationId: message.conversationId,
  sequence: message.sequence,
  words: searchWordsOf(message),
});

/** A message whose text changes. */
export type EditedText = MessageRef & { readonly before: FindableMessage; readonly after: FindableMessage };

/**
 * Makes edited messages findable by their new texts, and no longer by their former ones. Runs in the transaction of the
 * edits, after the texts are changed (SR-01). A message that has no words yet gets the rest of them by `addMissingWords`,
 * which reads the new text.
 */
export async function indexMessages(tx: Tx, edited: readonly EditedText[]): Promise<void> {
  const changesBy = (oneOf: 'before' | 'after', notOf: 'before' | 'after'): Words[] =>
    edited.map(({ conversationId, sequence, ...texts }) => ({
      conversationId,
      sequence,
      words: without(searchWordsOf(texts[oneOf]), searchWordsOf(texts[notOf])),
    }));
  await deleteWords(tx, changesBy('before', 'after'));
  await addOtherWords(tx, changesBy('after', 'before'));
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others);
  return words.filter((word) => !left.has(word));
}

type StoredRow = {
  conversation_id: number;
  sequence: number;
  sender_id: number | null;
  content: string;
  image_id: string | null;
  audio_id: string | null;
  youtube_url: string | null;
};

const messageOf = (row: StoredRow): WordedMessage => ({
  conversationId: row.conversation_id,
  sequence: row.sequence,
  senderId: row.sender_id,
  content: row.content,
  imageId: row.image_id,
  audioId: row.audio_id,
  youtubeUrl: row.youtube_url,
});

/** Removes the words of messages whose content is removed next, in the same transaction (SV-104). */
export async function forgetWords(tx: Tx, refs: readonly MessageRef[]): Promise<void> {
  const { rows } = await sql<StoredRow>`
    SELECT m.conversation_id, m.sequence, m.sender_id, m.content, m.image_id, m.audio_id, m.youtube_url
    FROM unnest(
      ${refs.map((ref) => ref.conversationId)}::bigint[], ${refs.map((ref) => ref.sequence)}::bigint[]
    ) AS given (conversation_id, sequence)
    JOIN messages m ON m.conversation_id = given.conversation_id AND m.sequence = given.sequence
    ORDER BY m.conversation_id, m.sequence FOR UPDATE OF m`.execute(tx);
  await deleteWords(
    tx,
    rows.map((row) => wordsOf(messageOf(row))),
  );
}

/** A run of messages without words, all of those between two sequences that are still to be read. */
type Unworded = {
  readonly id: number;
  readonly conversationId: number;
  readonly from: number;
  readonly to: number;
};

/**
 * Locks and returns the newest runs with `limit` messages altogether, or slightly more, which no other node is working on.
 * The newest are first, because the oldest may be all of an installation before its upgrade. The commit needs no wait for
 * the disk: if it is lost, the runs are there again.
 */
async function lockUnworded(tx: Tx, limit: number): Promise<readonly Unworded[]> {
  const { rows } = await sql<Unworded>`
    WITH newest AS MATERIALIZED (
      SELECT id, sum(to_sequence - from_sequence + 1) OVER (ORDER BY id DESC) - (to_sequence - from_sequence + 1) AS others
      FROM (SELECT * FROM unworded_messages ORDER BY id DESC LIMIT ${limit}) latest
    )
    SELECT id, conversation_id AS "conversationId", from_sequence AS "from", to_sequence AS "to",
      set_config('synchronous_commit', 'off', true)
    FROM unworded_messages WHERE id = ANY (ARRAY(SELECT id FROM newest WHERE others < ${limit}))
    ORDER BY conversation_id, from_sequence FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

/** Does what else has to be done once for each stored message. */
export type OnWorded = (tx: Tx, messages: readonly WordedMessage[]) => Promise<void>;

/**
 * Adds the words of about `limit` messages that have none, newest first; returns their number. The rows of the messages
 * are locked, so that an edit or a removal of content comes before or after. `isRetry`: expects that any of the words may
 * be stored already. `onWorded` is called with the messages in the same transaction.
 */
export async function addMissingWords(
  tx: Tx,
  limit: number,
  isRetry = false,
  onWorded?: OnWorded,
): Promise<number> {
  const runs = await lockUnworded(tx, limit);
  if (runs.length === 0) return 0;
  const parts = runs.map((run) => ({ run, low: Math.max(run.from, run.to - limit + 1) }));
  const { rows } = await sql<StoredRow & { is_edited: boolean }>`
    SELECT m.conversation_id, m.sequence, m.sender_id, m.content, m.image_id, m.audio_id, m.youtube_url,
      m.edited_at IS NOT NULL AS is_edited
    FROM unnest(
      ${runs.map((run) => run.conversationId)}::bigint[], ${parts.map(({ low }) => low)}::bigint[],
      ${runs.map((run) => run.to)}::bigint[]
    ) AS part (conversation_id, low, high)
    CROSS JOIN LATERAL (
      SELECT * FROM messages stored
      WHERE stored.conversation_id = part.conversation_id AND stored.sequence BETWEEN part.low AND part.high
        AND stored.deleted_at IS NULL AND stored.sender_id IS NOT NULL
      ORDER BY stored.sequence FOR SHARE
    ) m`.execute(tx);
  const mayHaveWords = (row: (typeof rows)[number]) => row.is_edited || isRetry;
  const wordsOfRows = (kept: readonly StoredRow[]) => kept.map((row) => wordsOf(messageOf(row)));
  await addWords(tx, wordsOfRows(rows.filter((row) => !mayHaveWords(row))));
  await addOtherWords(tx, wordsOfRows(rows.filter(mayHaveWords)));
  await onWorded?.(tx, rows.map(messageOf));
  await noteWorded(tx, parts);
  return parts.reduce((count, { run, low }) => count + run.to - low + 1, 0);
}

/** A run with the sequence from which on its messages have their words. */
type Part = { readonly run: Unworded; readonly low: number };

/** Removes the runs whose messages all have their words, and shortens the others. */
async function noteWorded(tx: Tx, parts: readonly Part[]): Promise<void> {
  const isDone = ({ run, low }: Part) => low === run.from;
  const done = parts.filter(isDone).map(({ run }) => run.id);
  await sql`DELETE FROM unworded_messages WHERE id = ANY (${done}::bigint[])`.execute(tx);
  for (const part of parts.filter((one) => !isDone(one)))
    await sql`UPDATE unworded_messages SET to_sequence = ${part.low - 1} WHERE id = ${part.run.id}`.execute(
      tx,
    );
}
