type DailyFiguresTable = {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  name: string;
  value: number;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    daily_figures: DailyFiguresTable;
  }
}
