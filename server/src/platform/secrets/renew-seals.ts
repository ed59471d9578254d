/** What became of a stored value: the current secret opened it already, a former one did, or none. */
export type SealState = 'current' | 'renewed' | 'unreadable';

/** The number of values by what became of them. */
export type SealCounts = Readonly<Record<SealState, number>>;

/** Encrypts the stored values of a kind anew. */
export type SealRenewal = {
  /** What the values are, in the words of the log. */
  readonly values: string;
  /** Resolves once all are done, or with those that were until the signal. */
  readonly run: (signal: AbortSignal) => Promise<SealCounts>;
};

type Steps<Row> = {
  /** Returns a bounded number of rows in the order of their keys, from the first one or after a row; none at the end. */
  readonly read: (after: Row | undefined) => Promise<readonly Row[]>;
  /**
   * Encrypts the values of a row anew if a former secret did, only as long as they are stored as they were read: a user may
   * replace them meanwhile, and other nodes do the same work.
   */
  readonly renew: (row: Row) => Promise<readonly SealState[]>;
};

/** Declares a kind of values that is encrypted anew after the exchange of the secret (ADR 61). */
export const sealRenewal = <Row>(values: string, { read, renew }: Steps<Row>): SealRenewal => ({
  values,
  async run(signal) {
    const counts = { current: 0, renewed: 0, unreadable: 0 };
    let rows = await read(undefined);
    while (rows.length > 0 && !signal.aborted) {
      for (const row of rows) for (const state of await renew(row)) counts[state] += 1;
      rows = await read(rows.at(-1));
    }
    return counts;
  },
});
