import type { ListedWord, WordInput } from '@adda/contract/safety';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** A listed word as cached on every node. */
export type KnownWord = { readonly id: string; readonly word: string; readonly action: WordInput['action'] };

/** Returns the whole list for the cache of a node. */
export function readWords(db: Queryable): Promise<KnownWord[]> {
  return db.selectFrom('listed_words').select(['id', 'word', 'action']).orderBy('id').execute();
}

/** Returns the list for operators, newest first; only one word if its id is given. */
export async function listWords(db: Queryable, wordId?: string): Promise<ListedWord[]> {
  let query = db
    .selectFrom('listed_words as listed')
    .innerJoin('users as adder', 'adder.id', 'listed.added_by')
    .select(['listed.id', 'listed.word', 'listed.action', 'listed.created_at', 'listed.hits'])
    .select('adder.username')
    .orderBy('listed.created_at', 'desc')
    .orderBy('listed.id');
  if (wordId !== undefined) query = query.where('listed.id', '=', wordId);
  const rows = await query.execute();
  return rows.map((row) => ({
    word_id: row.id,
    word: row.word,
    action: row.action,
    added_by: row.username,
    created_at: row.created_at.toISOString(),
    hits: row.hits,
  }));
}

/** Counts the listed words. The caller holds the version lock, so the number cannot change. */
export async function countWords(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM listed_words`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Inserts a word. Returns false if a word with the same folded form is listed. */
export async function insertWord(
  tx: Tx,
  word: KnownWord & { readonly folded: string; readonly addedBy: number },
): Promise<boolean> {
  const { addedBy, ...row } = word;
  const added = await tx
    .insertInto('listed_words')
    .values({ ...row, added_by: addedBy })
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Deletes a word and returns it; undefined if it is not listed. */
export function deleteWord(tx: Tx, wordId: string): Promise<KnownWord | undefined> {
  return tx
    .deleteFrom('listed_words')
    .where('id', '=', wordId)
    .returning(['id', 'word', 'action'])
    .executeTakeFirst();
}

/** Makes every node reload the list. Call before changing the list: the row lock serialises changes. */
export async function bumpWordsVersion(tx: Tx): Promise<void> {
  await sql`UPDATE safety_settings SET words_version = words_version + 1`.execute(tx);
}

/** Adds hit counts by word id. */
export async function addHits(db: Queryable, hits: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    -- Locked in the order of their ids, so that two nodes don't wait for each other.
    WITH met AS MATERIALIZED (
      SELECT listed.id, counted.times
      FROM unnest(${[...hits.keys()]}::text[], ${[...hits.values()]}::bigint[]) AS counted (id, times)
      JOIN listed_words listed ON listed.id = counted.id ORDER BY listed.id FOR NO KEY UPDATE OF listed
    )
    UPDATE listed_words SET hits = listed_words.hits + met.times FROM met WHERE listed_words.id = met.id`.execute(
    db,
  );
}
