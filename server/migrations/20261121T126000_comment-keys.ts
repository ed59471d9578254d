import { sql, type Kysely } from 'kysely';

/** `comment_key`, made by the client and the same on every retry, makes a comment whose answer was lost the same one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE post_comments ADD COLUMN comment_key text,
      ADD CONSTRAINT post_comments_comment_key UNIQUE (author_id, comment_key)`.execute(db);
  // The constraint's index begins with the author as well.
  await sql`DROP INDEX post_comments_author`.execute(db);
}
