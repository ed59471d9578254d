import { sql, type Kysely } from 'kysely';

/**
 * Links that change the e-mail address of an account and that undo it (ID-05). An undo removes what was added since the request, so
 * authenticator apps and recovery codes need their time; it is null for those that are older than this migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // loosens: two more purposes (ID-05).
  await sql`
    ALTER TABLE mail_links
      DROP CONSTRAINT mail_links_purpose_check,
      ADD CONSTRAINT mail_links_purpose_check
        CHECK (purpose IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change'))`.execute(
    db,
  );
  await sql`CREATE INDEX mail_links_held_address ON mail_links (email) WHERE purpose = 'undo_email_change'`.execute(
    db,
  );
  await sql`ALTER TABLE totp_secrets ADD COLUMN confirmed_at timestamptz(3)`.execute(db);
  await sql`ALTER TABLE recovery_codes ADD COLUMN created_at timestamptz(3)`.execute(db);
}
