import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Takes the lock of the marks, then a snapshot; readers and moves do not wait for it. Has to be the first statement of
 * the transaction: the lock must precede the snapshot.
 */
export async function lockMarks(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
  await sql`LOCK TABLE leaderboard_marks IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** Deletes the current moves and adds them to the marks. */
export async function foldMoves(tx: Tx): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM leaderboard_moves RETURNING old_down, old_name, new_down, new_name
    ),
    step AS (
      SELECT new_down AS down, new_name AS name, 1 AS change FROM gone WHERE new_name IS NOT NULL
      UNION ALL SELECT old_down, old_name, -1 FROM gone WHERE old_name IS NOT NULL
      UNION ALL SELECT down, name, 0 FROM leaderboard_marks
    ),
    -- Rows of one place count for each other: a mark counts who stands exactly there.
    shift AS (SELECT DISTINCT down, name, sum(change) OVER (ORDER BY down, name) AS by_how_many FROM step)
    UPDATE leaderboard_marks mark SET place = mark.place + shift.by_how_many
    FROM shift WHERE shift.down = mark.down AND shift.name = mark.name AND shift.by_how_many <> 0`.execute(
    tx,
  );
}

/** Returns the largest number of users between two neighbouring marks, as of the last refresh. */
export async function widestGap(tx: Tx): Promise<number> {
  const { rows } = await sql<{ gap: number | null }>`
    SELECT max(gap) AS gap FROM (
      SELECT place - lag(place) OVER (ORDER BY down, name) AS gap FROM leaderboard_marks
    ) step`.execute(tx);
  return rows[0]?.gap ?? 0;
}

/** Rebuilds all marks, one per `every` users; the first and the last stay. */
export async function rebuildMarks(tx: Tx, every: number): Promise<void> {
  await sql`DELETE FROM leaderboard_marks WHERE down BETWEEN -9223372036854775807 AND 0`.execute(tx);
  await sql`
    INSERT INTO leaderboard_marks (down, name, place)
    SELECT down, name, place FROM (
      SELECT -balance AS down, ranked_name AS name, row_number() OVER (ORDER BY -balance, ranked_name) AS place
      FROM wallets WHERE ranked_name IS NOT NULL
    ) person WHERE place % ${every}::bigint = 0`.execute(tx);
}

/** Deletes the marks at a user's position while the name is known; neighbouring marks stay correct. */
export async function deleteMarks(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM leaderboard_marks
    WHERE name = (SELECT ranked_name FROM wallets WHERE user_id = ${userId})`.execute(tx);
}
