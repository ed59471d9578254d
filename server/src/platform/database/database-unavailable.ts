import pg from 'pg';

/** The database can't be reached, or stopped answering. Whether a commit under way was carried out can't be told. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** admin_shutdown, crash_shutdown, cannot_connect_now, and all of class 08, connection exceptions. */
const AWAY = /^(?:57P0[123]|08...)$/;
/**
 * What passes though the database is there: statement or lock waited too long, a transaction that stood still was ended,
 * collisions that went on, too many connections, a standby that does not write yet.
 */
const PASSING = /^(?:57014|55P03|25P0[34]|40001|40P01|53300|25006)$/;
const DISK_FULL = '53100';

/** What the driver says itself of a connection that is gone; it has no code for it. */
const SAID_BY_DRIVER: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

/** Errors of the sockets to the database, which look like those of any other socket. */
const ofConnections = new WeakSet<Error>();

/** Notes that this error came from the socket to the database. */
export function noteConnectionError(error: Error): void {
  ofConnections.add(error);
}

/** Whether this was thrown because the database is away; the database's watch says so once for all (see DatabaseWatch). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '');
  if (error instanceof Error && ofConnections.has(error)) return true;
  // By its name: the job queue passes copies of errors on.
  if ('name' in error && error.name === DatabaseUnavailableError.name) return true;
  return 'message' in error && typeof error.message === 'string' && SAID_BY_DRIVER.has(error.message);
}

/** Whether the same call may succeed in a moment, as far as the database is concerned: answered with 503 `unavailable`. */
export function isPassing(error: unknown): boolean {
  return (
    isDatabaseUnavailable(error) || (error instanceof pg.DatabaseError && PASSING.test(error.code ?? ''))
  );
}

/** Whether a PostgreSQL server has no room left. */
export function isServerDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL;
}

/** Why a connection could not be had, as an error that {@link isDatabaseUnavailable} knows; what the server itself says stays. */
export function connectFailure(error: Error): Error {
  if (error instanceof pg.DatabaseError || isDatabaseUnavailable(error)) return error;
  return new DatabaseUnavailableError('The database could not be reached.', { cause: error });
}
