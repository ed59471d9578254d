import { sql, type Kysely } from 'kysely';

/**
 * Sanctions, appeals, and hints that a suspended user is back (SV-50). A user is suspended while
 * `users.suspended_at` is set; the sanction in force has the reason and the end. Rows are never deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sanctions (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
      user_id bigint NOT NULL REFERENCES users (id),
      kind text NOT NULL CHECK (kind IN ('warning', 'content_removed', 'suspension', 'ban')),
      reason text NOT NULL,
      report_id text REFERENCES reports (id),
      issued_by bigint REFERENCES users (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      until timestamptz(3),
      ended_at timestamptz(3),
      end_kind text CHECK (end_kind IN ('expired', 'lifted', 'reversed')),
      ended_by bigint REFERENCES users (id),
      CHECK ((ended_at IS NULL) = (end_kind IS NULL)),
      CHECK (until IS NULL OR kind = 'suspension')
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX sanctions_one_suspension ON sanctions (user_id)
    WHERE kind IN ('suspension', 'ban') AND ended_at IS NULL`.execute(db);
  await sql`CREATE INDEX sanctions_user ON sanctions (user_id, created_at DESC)`.execute(db);
  await sql`CREATE INDEX sanctions_report ON sanctions (report_id)`.execute(db);
  await sql`
    CREATE INDEX sanctions_ending ON sanctions (until) WHERE ended_at IS NULL AND until IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE TABLE appeals (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
      sanction_id text NOT NULL CONSTRAINT appeals_one UNIQUE REFERENCES sanctions (id),
      text text NOT NULL,
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'upheld', 'reversed')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      decided_at timestamptz(3),
      decided_by bigint REFERENCES users (id),
      answer text,
      CHECK ((status = 'open') = (decided_at IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX appeals_queue ON appeals (status, created_at)`.execute(db);
  await sql`
    CREATE TABLE evasion_flags (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
      user_id bigint NOT NULL REFERENCES users (id),
      suspended_id bigint NOT NULL REFERENCES users (id),
      hints text[] NOT NULL,
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'dismissed', 'confirmed')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      decided_at timestamptz(3),
      decided_by bigint REFERENCES users (id),
      CONSTRAINT evasion_flags_pair UNIQUE (user_id, suspended_id)
    )`.execute(db);
  await sql`CREATE INDEX evasion_flags_queue ON evasion_flags (status, created_at)`.execute(db);
  await sql`CREATE INDEX evasion_flags_suspended ON evasion_flags (suspended_id)`.execute(db);
  // The kind of a fingerprint; those stored before this column existed are of devices and networks.
  await sql`
    ALTER TABLE account_origins ADD COLUMN kind text NOT NULL DEFAULT 'device'
      CHECK (kind IN ('device', 'network', 'email', 'payer'))`.execute(db);
  await sql`CREATE INDEX IF NOT EXISTS account_origins_mark ON account_origins (mark)`.execute(db);
  await indexPeople(db);
}

/** Indexes for the search of users in the console, so that no search reads all of them. */
async function indexPeople(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX users_by_name ON users (username text_pattern_ops) WHERE deleted_at IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX users_suspended ON users (id) WHERE suspended_at IS NOT NULL`.execute(db);
  await sql`CREATE INDEX users_admins ON users (id) WHERE role = 'admin'`.execute(db);
}
