/** Told how far a part of the filling has come. */
export type FillReport = (what: string, done: number, of: number) => void;
