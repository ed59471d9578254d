import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * From now on the transaction sees one moment, and no other one makes marks; nobody who reads or moves waits for it. It
 * has to be the first thing that the transaction does: the lock comes before the moment.
 */
export async function beginMarking(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
  await sql`LOCK TABLE leaderboard_marks IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** Takes the moves of this moment away and counts them into the marks. */
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

/** Most people that stand between two neighbouring marks, as of the last time that moves were counted into them. */
export async function widestGap(tx: Tx): Promise<number> {
  const { rows } = await sql<{ gap: number | null }>`
    SELECT max(gap) AS gap FROM (
      SELECT place - lag(place) OVER (ORDER BY down, name) AS gap FROM leaderboard_marks
    ) step`.execute(tx);
  return rows[0]?.gap ?? 0;
}

/** Makes all marks anew, one at every so manieth place; the first and the last stay. */
export async function remakeMarks(tx: Tx, every: number): Promise<void> {
  await sql`DELETE FROM leaderboard_marks WHERE down BETWEEN -9223372036854775807 AND 0`.execute(tx);
  await sql`
    INSERT INTO leaderboard_marks (down, name, place)
    SELECT down, name, place FROM (
      SELECT -balance AS down, ranked_name AS name, row_number() OVER (ORDER BY -balance, ranked_name) AS place
      FROM wallets WHERE ranked_name IS NOT NULL
    ) person WHERE place % ${every}::bigint = 0`.execute(tx);
}

/** Takes away the marks that stand at somebody, while their name is known; those beside them count further. */
export async function forgetMarks(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM leaderboard_marks
    WHERE name = (SELECT ranked_name FROM wallets WHERE user_id = ${userId})`.execute(tx);
}
