/** How many people stand at a place of the leaderboard or before it, as of the last time that marks were made. */
export type LeaderboardMarksTable = { down: number; name: string; place: number };

/** A change of somebody's place since then; a side is null where they were not, or are no longer, on the leaderboard. */
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
