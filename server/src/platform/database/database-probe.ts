import pg from 'pg';
import { connectFailure, isDatabaseUnavailable } from './database-unavailable.ts';

/** A server that lives opens a connection and answers within this time, even under load. */
const PROBE_MS = 4_000;
/** After a pause of this whole process the answer may be here though the time is over: it is read first. */
const GRACE_MS = 250;

/**
 * Asks the server on a connection of its own which of these backends are at work. Answers undefined where it lives but
 * has nothing to say to us, such as with too many connections. Throws what {@link isDatabaseUnavailable} knows when it is away.
 */
export async function probeServer(
  config: pg.ClientConfig,
  backends: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const client = new pg.Client(config);
  client.on('error', () => {}); // the query fails with it
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new Error('The database did not answer in time.'));
  const timer = setTimeout(() => void setTimeout(giveUp, GRACE_MS), PROBE_MS);
  try {
    return await Promise.race([ask(client, backends), late.promise]);
  } catch (error) {
    const failure = connectFailure(error instanceof Error ? error : new Error(String(error)));
    if (isDatabaseUnavailable(failure)) throw failure;
    return undefined;
  } finally {
    clearTimeout(timer);
    client.connection.stream.destroy();
  }
}

async function ask(client: pg.Client, backends: readonly number[]): Promise<ReadonlySet<number>> {
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state NOT LIKE 'idle%'`,
    [backends],
  );
  return new Set(rows.map(({ pid }) => pid));
}
