import { sql, type Kysely } from 'kysely';

/**
 * Notices: messages without a sender that mention users, such as a gift. `about_ids` are these users, in the
 * order of the marks `{0}`, `{1}` in the content; a user who has a block with one of them does not see the
 * notice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN about_ids bigint[]`.execute(db);
}
