/** The number of users at or before a position of the leaderboard, when the marks were last refreshed. */
export type LeaderboardMarksTable = { down: number; name: string; place: number };

/**
 * A change of a user's position since then; a side is null if the user was not, or is no longer, on the leaderboard.
 */
export type LeaderboardMovesTable = {
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
