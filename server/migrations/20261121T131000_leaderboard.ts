import { sql, type Kysely } from 'kysely';

/**
 * Ranks on the leaderboard without counting all users (SV-94). Users are sorted by `(down, name)`, where `down`
 * is the negated balance, so that one row comparison tells which of two ranks first. `leaderboard_marks` holds
 * how many users rank at or before a position; `leaderboard_moves` holds every change since, written in the
 * transaction that caused it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX wallets_leaderboard`.execute(db);
  // The included columns allow ranks to be counted and pages to be read from the index alone.
  await sql`
    CREATE INDEX wallets_leaderboard ON wallets ((-balance), ranked_name) INCLUDE (balance, user_id)
    WHERE ranked_name IS NOT NULL`.execute(db);
  await sql`
    CREATE TABLE leaderboard_marks (
      down bigint NOT NULL,
      name text COLLATE "C" NOT NULL,
      place bigint NOT NULL,
      PRIMARY KEY (down, name)
    )`.execute(db);
  await sql`CREATE INDEX leaderboard_marks_place ON leaderboard_marks (place, down, name)`.execute(db);
  // The first mark is before all users and never moves; the last one is behind all users and counts them.
  await sql`
    INSERT INTO leaderboard_marks (down, name, place)
    SELECT -9223372036854775808, '', 0 UNION ALL SELECT 1, '', count(*) FROM wallets WHERE ranked_name IS NOT NULL`.execute(
    db,
  );
  await createMoves(db);
}

/** Rows are only added, so no transfer waits for another because of the leaderboard. A job removes them. */
async function createMoves(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE leaderboard_moves (
      old_down bigint,
      old_name text COLLATE "C",
      new_down bigint,
      new_name text COLLATE "C"
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(db);
  await sql`
    CREATE FUNCTION note_leaderboard_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO leaderboard_moves (old_down, old_name, new_down, new_name) VALUES (
        CASE WHEN OLD.ranked_name IS NOT NULL THEN -OLD.balance END, OLD.ranked_name,
        CASE WHEN NEW.ranked_name IS NOT NULL THEN -NEW.balance END, NEW.ranked_name);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER wallets_joined AFTER INSERT ON wallets
    FOR EACH ROW WHEN (NEW.ranked_name IS NOT NULL) EXECUTE FUNCTION note_leaderboard_move()`.execute(db);
  await sql`
    CREATE TRIGGER wallets_moved AFTER UPDATE OF balance, ranked_name ON wallets
    FOR EACH ROW WHEN (
      (OLD.ranked_name IS NOT NULL OR NEW.ranked_name IS NOT NULL)
      AND (OLD.balance <> NEW.balance OR OLD.ranked_name IS DISTINCT FROM NEW.ranked_name)
    ) EXECUTE FUNCTION note_leaderboard_move()`.execute(db);
  await sql`
    CREATE TRIGGER wallets_left AFTER DELETE ON wallets
    FOR EACH ROW WHEN (OLD.ranked_name IS NOT NULL) EXECUTE FUNCTION note_leaderboard_move()`.execute(db);
}
