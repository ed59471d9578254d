import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/index.ts';

/** Returns 24 hex digits derived from the words, the same in every run. */
const idOf = (...words: readonly string[]): string =>
  createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 24);

/** Returns whether an earlier run created the post with this key and sender, deleted or not. */
export async function isPosted(db: Queryable, author: string, uploadKey: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE sender.username = ${author} AND post.upload_key = ${uploadKey}`.execute(db);
  return rows.length > 0;
}

/** Moves a post back by some hours. */
export async function moveBack(db: Queryable, mediaId: string, hours: number): Promise<void> {
  await sql`
    UPDATE posts SET created_at = created_at - make_interval(secs => ${hours * 3600})
    WHERE media_id = ${mediaId}`.execute(db);
}

/** Moves the comments of the seed's posts to the time of their posts, one hour later for each further comment. */
export async function moveCommentsBack(db: Queryable, mediaIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE post_comments said SET created_at = least(said.created_at, post.created_at + (
      SELECT count(*) FROM post_comments earlier WHERE earlier.post_id = said.post_id AND earlier.id <= said.id
    ) * interval '40 minutes')
    FROM posts post WHERE post.id = said.post_id AND post.media_id = ANY (${mediaIds}::text[])`.execute(db);
}

/** An ad of the feed. */
export type SeededAd = {
  readonly sponsor: string;
  readonly caption: string;
  readonly targetUrl: string;
};

/** Returns whether an earlier run inserted the ad. */
export async function hasAd(db: Queryable, { sponsor }: SeededAd): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ads WHERE ad_id = ${`ad_${idOf('seed', sponsor)}`}`.execute(db);
  return rows.length > 0;
}

/** Inserts an ad with an uploaded picture into the feed. */
export async function insertAd(
  tx: Tx,
  { sponsor, caption, targetUrl }: SeededAd,
  imageId: string,
): Promise<void> {
  await sql`UPDATE images SET used_at = now() WHERE id = ${imageId}`.execute(tx);
  await sql`
    INSERT INTO ads (ad_id, sponsor, caption, image_id, target_url)
    VALUES (${`ad_${idOf('seed', sponsor)}`}, ${sponsor}, ${caption}, ${imageId}, ${targetUrl})`.execute(tx);
}

/** Returns the number of post files that are not processed yet. */
export async function countPendingFiles(db: Queryable): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM media_files WHERE state = 'pending' AND used_at IS NOT NULL`.execute(db);
  return rows[0]?.total ?? 0;
}
