import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { areBlocked, isHiddenFrom } from '../../relations/index.ts';

/** A user on the leaderboard; the balance in hundredths. */
export type RankedPerson = {
  readonly username: string;
  readonly balance: number;
  readonly is_current_user: boolean;
  readonly profile_image_url: string | null;
  readonly has_profile: boolean;
};

/** A range of the leaderboard from one snapshot. `own` is the viewer's place, null for a user without one. */
type RankRange = {
  readonly people: readonly RankedPerson[];
  readonly own: (RankedPerson & { readonly position: number }) | null;
  readonly total: number;
  /** Number of moves that the read had to apply. */
  readonly moves: number;
};

/** SQL: the current number of users at or before a mark: the stored number plus the moves across the mark. */
const placeNow = (mark: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  ${mark}.place + (
    SELECT count(*) FILTER (WHERE (new_down, new_name) <= (${mark}.down, ${mark}.name))
      - count(*) FILTER (WHERE (old_down, old_name) <= (${mark}.down, ${mark}.name))
    FROM leaderboard_moves
  )`;

/**
 * SQL: the number of users after `mark` up to and including `ranked`: those with the balance of the mark, those
 * between, and those with the balance of `ranked`. Three separate ranges, because an index scan bounded by two pairs
 * reads on until the balance changes, and very many users have a balance of zero.
 */
const behindMark = sql<number>`(
    SELECT count(*) FROM wallets
    WHERE ranked_name IS NOT NULL AND -balance = ranked.down AND ranked_name <= ranked.name
      AND ranked_name > CASE WHEN mark.down = ranked.down THEN mark.name ELSE '' END
  ) + (
    SELECT count(*) FROM wallets
    WHERE ranked_name IS NOT NULL AND -balance > mark.down AND -balance < ranked.down
  ) + (
    SELECT count(*) FROM wallets
    WHERE ranked_name IS NOT NULL AND mark.down < ranked.down AND -balance = mark.down AND ranked_name > mark.name
  )`;

/** SQL: the public fields of a user; without a link to a profile that the viewer can't open (blocks, MR-05). */
const publicFields = (viewerId: number) => sql`json_build_object(
  'username', person.username, 'balance', ranked.balance, 'is_current_user', person.id = ${viewerId},
  'profile_image_url', person.profile_image_url,
  'has_profile', NOT ${areBlocked(sql`${viewerId}::bigint`, sql`person.id`)}
    AND NOT ${isHiddenFrom(sql`person.id`, sql`${viewerId}::bigint`)})`;

/**
 * Returns at most `limit` users after the first `offset`, and the viewer's place (LB-02, SV-94), in one statement, so
 * that everything is from one snapshot. It counts from the nearest mark that is certain to precede the result.
 */
export async function readRankRange(
  db: Queryable,
  { viewerId, offset, limit }: { viewerId: number; offset: number; limit: number },
): Promise<RankRange> {
  const { rows } = await sql<RankRange>`
    WITH moved AS (
      SELECT count(*) AS moves, count(new_name) - count(old_name) AS growth FROM leaderboard_moves
    ),
    start AS (
      SELECT mark.down, mark.name, ${placeNow(sql`mark`)} AS place FROM (
        -- However people have moved, no mark has gone further than there are moves.
        (
          SELECT down, name, place FROM leaderboard_marks
          WHERE place <= ${offset}::bigint - (SELECT moves FROM moved)
          ORDER BY place DESC, down DESC, name DESC LIMIT 1
        )
        UNION ALL SELECT down, name, place FROM leaderboard_marks WHERE down = (-9223372036854775808)::bigint
        ORDER BY place DESC, down DESC LIMIT 1
      ) mark
    ),
    own AS (
      SELECT -balance AS down, ranked_name AS name, balance, user_id FROM wallets
      WHERE user_id = ${viewerId} AND ranked_name IS NOT NULL
    ),
    own_mark AS (
      SELECT mark.down, mark.name, ${placeNow(sql`mark`)} AS place FROM own CROSS JOIN LATERAL (
        SELECT down, name, place FROM leaderboard_marks WHERE (down, name) <= (own.down, own.name)
        ORDER BY down DESC, name DESC LIMIT 1
      ) mark
    )
    SELECT moved.moves, moved.growth + last.place AS total,
      coalesce((
        SELECT json_agg(${publicFields(viewerId)} ORDER BY -ranked.balance, ranked.ranked_name) FROM (
          SELECT balance, ranked_name, user_id FROM wallets
          WHERE ranked_name IS NOT NULL
            AND (-balance, ranked_name) > ((SELECT down FROM start), (SELECT name FROM start))
          ORDER BY -balance, ranked_name
          OFFSET ${offset}::bigint - (SELECT place FROM start) LIMIT ${limit}
        ) ranked JOIN users person ON person.id = ranked.user_id
      ), '[]') AS people,
      (
        SELECT (${publicFields(viewerId)})::jsonb || jsonb_build_object('position', mark.place + ${behindMark})
        FROM own ranked CROSS JOIN own_mark mark JOIN users person ON person.id = ranked.user_id
      ) AS own
    FROM moved, leaderboard_marks last WHERE last.down = 1`.execute(db);
  const [stretch] = rows;
  if (!stretch) throw new Error('The last mark of the leaderboard is missing.');
  return stretch;
}

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

/** The number of users at or before a position of the leaderboard, when the marks were last refreshed. */
type LeaderboardMarksTable = { down: number; name: string; place: number };

/**
 * A change of a user's position since then; a side is null if the user was not, or is no longer, on the leaderboard.
 */
type LeaderboardMovesTable = {
  old_down: number | null;
  old_name: string | null;
  new_down: number | null;
  new_name: string | null;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    leaderboard_marks: LeaderboardMarksTable;
    leaderboard_moves: LeaderboardMovesTable;
  }
}
