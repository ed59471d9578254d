import { sql, type Kysely } from 'kysely';

/**
 * `comment_key` is made by the client and is the same on every retry: if the response was lost, the retry
 * returns the stored comment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE post_comments ADD COLUMN comment_key text,
      ADD CONSTRAINT post_comments_comment_key UNIQUE (author_id, comment_key)`.execute(db);
  // The constraint's index begins with the author as well.
  await sql`DROP INDEX post_comments_author`.execute(db);
}
