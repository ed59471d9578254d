import pg from 'pg';

/** A moment of the primary. A replica that has replayed `position` has everything that was committed until then. */
export type PrimaryMoment = {
  /** The position in the write-ahead log. */
  readonly position: bigint;
  /** This node's monotonic clock, before the primary was asked. */
  readonly counter: number;
  /** The primary's clock. */
  readonly at: Date;
  /** `pg_current_snapshot()` of the primary: all transactions visible in it are before `position`. */
  readonly snapshot: string;
};

/** Moments that are kept, one for each second. A replica that is behind all of them is left out anyway. */
const MOMENTS_KEPT = 30;

/** Asks may take this long; the next one is then due soon. */
export const ANSWER_MS = 2_000;

/** Opens the one connection that is used for measuring only, so that it never waits behind queries of users. */
export function openMeasuringPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'adda replica watch',
  });
  // A lost idle connection is noticed by the next ask.
  pool.on('error', () => undefined);
  return pool;
}

/** Reads a position such as `16/B374D848`. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Remembers which position the primary had when. */
export function createPrimaryPositions(databaseUrl: string) {
  const pool = openMeasuringPool(databaseUrl);
  const moments: PrimaryMoment[] = [];
  return {
    /** Asks the primary where it is. Throws when it does not answer. */
    async measure(): Promise<void> {
      const counter = performance.now();
      // The position is read last: it is behind everything that the snapshot sees.
      const { rows } = await pool.query<{ at: Date; snapshot: string; position: string }>(
        `SELECT clock_timestamp() AS at, pg_current_snapshot()::text AS snapshot, pg_current_wal_lsn()::text AS position`,
      );
      const [row] = rows;
      if (!row) return;
      moments.push({ ...row, position: positionOf(row.position), counter });
      if (moments.length > MOMENTS_KEPT) moments.shift();
    },
    /** Returns the latest known moment that a position includes. */
    latestWithin: (position: bigint): PrimaryMoment | undefined =>
      moments.findLast((moment) => moment.position <= position),
    close: () => pool.end(),
  };
}
