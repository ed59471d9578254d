import type { Database } from '../../../server/src/platform/database/index.ts';

/** Messages per statement. */
const BATCH = 200_000;

/**
 * Adds the words of messages whose texts consist of Latin letters, digits and spaces, as the program would, with a word for
 * the sender.
 */
const INSERT_WORDS = `
  INSERT INTO message_words (conversation_id, slice, word, place)
  SELECT DISTINCT m.conversation_id, slice_of(m.sequence), word, place_in_slice(m.sequence)
  FROM (
    SELECT * FROM messages WHERE sender_id IS NOT NULL AND (conversation_id, sequence) > ($1, $2)
    ORDER BY conversation_id, sequence LIMIT ${BATCH}
  ) m
  CROSS JOIN LATERAL string_to_table(lower(m.content) || ' @' || m.sender_id, ' ') AS word
  ON CONFLICT DO NOTHING`;

const LAST_OF_BATCH = `
  SELECT conversation_id, sequence FROM (
    SELECT conversation_id, sequence FROM messages
    WHERE sender_id IS NOT NULL AND (conversation_id, sequence) > ($1, $2)
    ORDER BY conversation_id, sequence LIMIT ${BATCH}
  ) page ORDER BY conversation_id DESC, sequence DESC LIMIT 1`;

/** Adds the words of all messages of a filled database. */
export async function fillWords({ pool }: Database): Promise<void> {
  let after: readonly [number, number] = [0, 0];
  for (;;) {
    const { rows } = await pool.query<{ conversation_id: number; sequence: number }>(LAST_OF_BATCH, [
      ...after,
    ]);
    const last = rows[0];
    if (!last) return;
    await pool.query(INSERT_WORDS, [...after]);
    after = [last.conversation_id, last.sequence];
  }
}
