import { sql, type Kysely } from 'kysely';

/**
 * Notices: messages without a sender that tell of people, such as a gift. `about_ids` are those people, in the order of
 * the marks `{0}`, `{1}` of the content; a user with a block with one of them does not see the notice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN about_ids bigint[]`.execute(db);
}
