import { hashtagsIn } from '@adda/contract/feed';
import { comparable, wordsIn } from '@adda/contract/search';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { mayFind } from '../posts/post-access.repository.ts';

/** The texts by which a post is found. */
type PostText = { readonly id: number; readonly caption: string | null; readonly hashtags: string | null };

/** Longer words are stored and looked up by this many UTF-16 units at their beginning. */
const STORED_UNITS = 64;

const stored = (word: string): string => word.slice(0, STORED_UNITS).toWellFormed();

/** The word of a whole hashtag; no word of a text starts with this character. */
const tagWord = (tag: string): string => stored(`#${comparable(tag)}`);

/** Sorts after every word that continues another. */
const AFTER_ALL = '\u{10ffff}';

/** Makes posts findable. Posts that have their words already are left as they are. */
export async function addPostWords(tx: Tx, posts: readonly PostText[]): Promise<void> {
  const rows = posts.flatMap(({ id, caption, hashtags }) => {
    const words = wordsIn(`${caption ?? ''} ${hashtags ?? ''}`).map(({ text }) => stored(text));
    const tags = hashtagsIn(hashtags ?? '').map(tagWord);
    return [...new Set([...words, ...tags])].map((word) => ({ id, word }));
  });
  await sql`
    INSERT INTO post_words (word, post_id)
    SELECT * FROM unnest(${rows.map(({ word }) => word)}::text[], ${rows.map(({ id }) => id)}::bigint[])
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`UPDATE posts SET has_words = true WHERE id = ANY (${posts.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

/** Makes deleted posts unfindable. */
export async function deletePostWords(tx: Tx, postIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM post_words WHERE post_id = ANY (${postIds}::bigint[])`.execute(tx);
}

/** Adds the words of up to `limit` posts from before the upgrade. Returns false if there are none. */
export async function addMissingPostWords(tx: Tx, limit: number): Promise<boolean> {
  const { rows } = await sql<PostText>`
    SELECT id, caption, hashtags FROM posts WHERE NOT has_words AND deleted_at IS NULL
    ORDER BY id DESC LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  if (rows.length > 0) await addPostWords(tx, rows);
  return rows.length > 0;
}

/** A search in posts: words that must occur whole, and the beginning of another one. */
export type PostSearch = {
  readonly viewerId: number;
  readonly words: readonly string[];
  readonly beginning: string | undefined;
  readonly limit: number;
};

/** Returns the newest posts with the words that the viewer may find. */
export async function findPostsByWords(
  db: Queryable,
  { viewerId, words, beginning, limit }: PostSearch,
): Promise<PostText[]> {
  const occurs = (condition: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT FROM post_words other WHERE other.post_id = post.id AND ${condition})`;
  const longest = words.toSorted((one, other) => other.length - one.length)[0];
  const conditions = [
    ...words
      .filter((word) => word !== longest)
      .map((word) => occurs(sql`other.word = ${stored(word)}::text`)),
    ...(beginning === undefined ? [] : [occurs(between(sql`other.word`, stored(beginning)))]),
    mayFind(viewerId),
  ];
  // Without a whole word, posts are read newest first: what begins with few letters is soon found.
  const candidates =
    longest === undefined
      ? sql`posts post`
      : sql`post_words first JOIN posts post ON post.id = first.post_id AND first.word = ${stored(longest)}::text`;
  const { rows } = await sql<PostText>`
    SELECT post.id, post.caption, post.hashtags FROM ${candidates} JOIN users sender ON sender.id = post.author_id
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY post.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

const between = (word: RawBuilder<unknown>, beginning: string): RawBuilder<unknown> =>
  sql`${word} >= ${beginning}::text AND ${word} <= ${beginning + AFTER_ALL}::text`;

/** A hashtag in the form of comparison, with the number of posts that the viewer may find and the field of the newest. */
export type FoundTag = { readonly key: string; readonly posts: number; readonly field: string | null };

/** Returns the most used hashtags among those that are the tag, begin with it, or are one of `typos`, in this order. */
export async function findTags(
  db: Queryable,
  { viewerId, tag, typos, limit }: { viewerId: number; tag: string; typos: readonly string[]; limit: number },
): Promise<FoundTag[]> {
  const word = tagWord(tag);
  const tagged = (which: RawBuilder<unknown>) => sql`
    SELECT found.word, count(*) AS posts, (array_agg(post.hashtags ORDER BY post.id DESC))[1] AS field
    FROM post_words found JOIN posts post ON post.id = found.post_id JOIN users sender ON sender.id = post.author_id
    WHERE ${which} AND ${mayFind(viewerId)} GROUP BY found.word`;
  const { rows } = await sql<FoundTag>`
    SELECT substr(word, 2) AS key, posts, field FROM (
      ${tagged(between(sql`found.word`, word))}
      UNION ALL ${tagged(sql`found.word = ANY (${typos.map(tagWord)}::text[]) AND NOT (${between(sql`found.word`, word)})`)}
    ) tags
    ORDER BY word <> ${word}::text, NOT (${between(sql`word`, word)}), posts DESC, word LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}
