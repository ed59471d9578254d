import pg from 'pg';
import { connectFailure, isDatabaseUnavailable } from './database-unavailable.ts';

/** A working server connects and responds within this time, even under load. */
const PROBE_MS = 4_000;
/**
 * After a pause of the whole process the response may have arrived although the timeout has passed: it is read first.
 */
const GRACE_MS = 250;

/**
 * Asks the server over a separate connection which of these backends are active. Returns undefined when the server
 * runs but refuses, for example with too many connections. Throws an error that {@link isDatabaseUnavailable}
 * recognises when the server is unavailable.
 */
export async function probeServer(
  config: pg.ClientConfig,
  backends: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const client = new pg.Client(config);
  client.on('error', () => {}); // the query rejects with the same error
  const late = Promise.withResolvers<never>();
  const rejectLate = () => late.reject(new Error('The database did not answer in time.'));
  const timer = setTimeout(() => void setTimeout(rejectLate, GRACE_MS), PROBE_MS);
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
