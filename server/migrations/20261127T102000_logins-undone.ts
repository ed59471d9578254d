import { sql, type Kysely } from 'kysely';

/**
 * ‘This was not me’ in the mail of a login, and what makes a login new: the browsers and countries that an account was used with
 * (ID-05). Accounts that are older than this migration have none; the first login after it is not new because of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // loosens: one more purpose (ID-05).
  await sql`
    ALTER TABLE mail_links
      DROP CONSTRAINT mail_links_purpose_check,
      ADD CONSTRAINT mail_links_purpose_check
        CHECK (purpose IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change', 'undo_login'))`.execute(
    db,
  );
  await sql`
    CREATE TABLE account_places (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('browser', 'country')),
      mark text NOT NULL,
      seen_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, kind, mark)
    )`.execute(db);
}
