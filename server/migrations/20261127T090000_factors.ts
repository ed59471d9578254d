import { sql, type Kysely } from 'kysely';

/**
 * Passkeys, authenticator apps and recovery codes (ID-01, ID-02). What every request needs to know of them is in the row of the
 * user: whether a login needs a second factor, and the number of passkeys. Every registered account has a way in: a password or a
 * passkey.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // loosens: a passkey may stand in place of the password (ID-01).
  await sql`
    ALTER TABLE users
      ADD COLUMN has_totp boolean NOT NULL DEFAULT false,
      ADD COLUMN passkey_count integer NOT NULL DEFAULT 0 CHECK (passkey_count >= 0),
      DROP CONSTRAINT users_check,
      ADD CONSTRAINT users_check CHECK (is_guest OR deleted_at IS NOT NULL
        OR (email IS NOT NULL AND (password_hash IS NOT NULL OR passkey_count > 0)))`.execute(db);
  await sql`
    CREATE TABLE passkeys (
      id text PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE CHECK (octet_length(credential_id) <= 1400),
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX passkeys_user ON passkeys (user_id)`.execute(db);
  await sql`
    CREATE TABLE passkey_challenges (
      challenge text PRIMARY KEY,
      purpose text NOT NULL CHECK (purpose IN ('add', 'register', 'use')),
      caller text,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at)`.execute(db);
  await sql`
    CREATE TABLE totp_secrets (
      user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      secret bytea,
      last_step bigint NOT NULL DEFAULT 0,
      unconfirmed_secret bytea
    )`.execute(db);
  await sql`
    CREATE TABLE recovery_codes (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      code_hash text NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    )`.execute(db);
  await sql`
    CREATE TABLE login_challenges (
      challenge_hash text PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      tries integer NOT NULL DEFAULT 0,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX login_challenges_user ON login_challenges (user_id)`.execute(db);
  await sql`CREATE INDEX login_challenges_expiry ON login_challenges (expires_at)`.execute(db);
}
