/** Receives the progress of one step. */
export type FillReport = (what: string, done: number, of: number) => void;
