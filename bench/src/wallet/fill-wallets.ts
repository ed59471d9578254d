import { refreshMarks } from '../../../server/src/features/wallet/leaderboard/leaderboard.service.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';

/**
 * Number of balance changes (“moves”) that the precomputed ranks (“marks”) do not contain yet, close to `MOVES_MAX` of
 * the leaderboard: the slowest regular case.
 */
const MOVES = 900;

/** Half of the users have no coins, many have a few, some have many. */
const INSERT_PEOPLE = `
  WITH person AS (
    INSERT INTO users (username, display_name, is_guest, email, password_hash, birth_date, sex, country, state)
    SELECT left(md5('person ' || n), 14), 'One of many', false, n || '@mail.example', '-', '1990-01-01', 'female',
      'India', 'Kerala'
    FROM generate_series(1, $1::integer) AS n RETURNING id, username
  ), rich AS (
    SELECT id, username, (CASE WHEN random() < 0.5 THEN 0 WHEN random() < 0.5 THEN floor(random() * 50) * 100
      ELSE floor(power(random(), 4) * 100000) * 100 END)::bigint AS coins FROM person
  )
  INSERT INTO wallets (user_id, balance, given, ranked_name) SELECT id, coins, coins, username FROM rich`;

const MOVE = `
  UPDATE wallets SET balance = balance + 100, given = given + 100
  WHERE user_id IN (SELECT user_id FROM wallets WHERE ranked_name IS NOT NULL ORDER BY random() LIMIT $1)`;

/** Inserts users with a place on the leaderboard; existing users get one in its middle. */
export async function fillWallets(database: Database, people: number): Promise<void> {
  const { pool } = database;
  // Wallets are inserted with their coins, so the trigger need not run for each of a million rows.
  await pool.query('ALTER TABLE users DISABLE TRIGGER users_ranked');
  await pool.query(INSERT_PEOPLE, [people]);
  await pool.query('ALTER TABLE users ENABLE TRIGGER users_ranked');
  await pool.query(
    `UPDATE users SET is_guest = false, email = username || '@mail.example', password_hash = '-' WHERE is_guest`,
  );
  await pool.query(`UPDATE wallets SET balance = 1000, given = 1000 WHERE ranked_name LIKE 'user%'`);
  await database.transaction((tx) => refreshMarks(tx));
  // Simulates a database in use: with statistics and a warm cache.
  await pool.query('VACUUM ANALYZE');
  await pool.query(MOVE, [MOVES]);
}
