import { sql, type Kysely } from 'kysely';

/**
 * The word list and the limits of new accounts (SV-105). `safety_settings` has one row; `words_version` grows
 * with each change of the list, so that every node notices that it must reload the list. `first_contacts` holds
 * the users to whom a new account wrote first, for as long as they count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE listed_words (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
      word text NOT NULL,
      folded text NOT NULL CONSTRAINT listed_words_once UNIQUE,
      action text NOT NULL CHECK (action IN ('refuse', 'review')),
      added_by bigint NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      hits bigint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`
    CREATE TABLE safety_settings (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      new_account_hours integer NOT NULL CHECK (new_account_hours >= 0),
      first_contacts_per_day integer NOT NULL CHECK (first_contacts_per_day > 0),
      plain_links boolean NOT NULL,
      words_version bigint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`
    INSERT INTO safety_settings (new_account_hours, first_contacts_per_day, plain_links)
    VALUES (72, 20, true)`.execute(db);
  await sql`
    CREATE TABLE first_contacts (
      sender_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      recipient_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (sender_id, recipient_id)
    )`.execute(db);
  await sql`CREATE INDEX first_contacts_sender ON first_contacts (sender_id, created_at)`.execute(db);
  await sql`CREATE INDEX first_contacts_age ON first_contacts (created_at)`.execute(db);
}
