import { sql, type Kysely } from 'kysely';

/** What `append_messages` checks about a sender who is not a member, and the check that comes before it. */
const BEFORE = `WHEN drafts.sender_id IS NOT NULL AND member.user_id IS NULL THEN 'not_a_member'`;
const SUSPENDED = `WHEN EXISTS (
                      SELECT FROM users sender WHERE sender.id = drafts.sender_id AND sender.suspended_at IS NOT NULL
                    ) THEN 'suspended'`;

/**
 * `append_messages` as before, and also `suspended`: messages of suspended users are refused, also while their
 * connections are being closed. The rest of the function stays as it is, regardless of which migration
 * wrote it last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname = 'append_messages'`.execute(db);
  const [found, ...others] = rows;
  if (!found || others.length > 0 || !found.definition.includes(BEFORE))
    throw new Error('append_messages is not the function that this migration knows.');
  await sql.raw(found.definition.replace(BEFORE, `${SUSPENDED}\n                    ${BEFORE}`)).execute(db);
}
