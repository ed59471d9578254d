import { sql, type Kysely } from 'kysely';

/**
 * What the directory needs (SV-20): indexes for its order and filters, and the earlier positions of users who
 * moved. A list is read as of the snapshot of its first page; `activity_moves` holds the previous time of users
 * who became active since, so that no user is missing or shown twice. `mover` is the transaction: what a
 * snapshot does not see moved after it, regardless of clocks. Rows are kept for minutes. Unlogged: after a
 * crash a list that was being read may miss a user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const order = sql`last_active_at DESC, id`;
  const listed = sql`deleted_at IS NULL AND suspended_at IS NULL`;
  await sql`CREATE INDEX users_active ON users (${order}) WHERE ${listed}`.execute(db);
  await sql`CREATE INDEX users_country_active ON users (country, ${order}) WHERE ${listed}`.execute(db);
  // States count for the USA alone.
  await sql`
    CREATE INDEX users_state_active ON users (state, ${order}) WHERE ${listed} AND country = 'USA'`.execute(
    db,
  );
  await sql`CREATE INDEX users_sex_active ON users (sex, ${order}) WHERE ${listed}`.execute(db);
  await sql`
    CREATE INDEX users_birth_active ON users ((extract(year FROM birth_date)), ${order})
    WHERE ${listed}`.execute(db);
  await sql`
    CREATE INDEX users_name_active ON users ((left(username, 3)), ${order}) WHERE ${listed}`.execute(db);
  await sql`
    CREATE INDEX users_long_name_active ON users ((left(username, 6)), ${order}) WHERE ${listed}`.execute(db);
  await sql`CREATE INDEX users_name_prefix ON users (username text_pattern_ops) WHERE ${listed}`.execute(db);
  await createMoves(db);
}

async function createMoves(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE activity_moves (
      id bigint GENERATED ALWAYS AS IDENTITY,
      user_id bigint NOT NULL,
      from_at timestamptz(3) NOT NULL,
      mover xid8 NOT NULL DEFAULT pg_current_xact_id(),
      moved_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
    )`.execute(db);
  await sql`CREATE INDEX activity_moves_mover ON activity_moves (mover)`.execute(db);
  await sql`CREATE INDEX activity_moves_user ON activity_moves (user_id, id)`.execute(db);
  await sql`
    CREATE FUNCTION note_activity_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO activity_moves (user_id, from_at) VALUES (OLD.id, OLD.last_active_at);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER users_activity_moved AFTER UPDATE OF last_active_at ON users
    FOR EACH ROW WHEN (OLD.last_active_at IS DISTINCT FROM NEW.last_active_at)
    EXECUTE FUNCTION note_activity_move()`.execute(db);
}
