import pg from 'pg';

/** The database is unreachable or stopped responding. The outcome of a running commit is unknown. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** admin_shutdown, crash_shutdown, cannot_connect_now, and all of class 08, connection exceptions. */
const UNAVAILABLE_CODES = /^(?:57P0[123]|08...)$/;
/**
 * Transient failures of a reachable database: timeout of a statement or lock, an idle transaction that was ended,
 * repeated collisions, too many connections, a standby that does not accept writes yet.
 */
const TRANSIENT_CODES = /^(?:57014|55P03|25P0[34]|40001|40P01|53300|25006)$/;
const DISK_FULL = '53100';

/** Messages of the driver for a lost connection, which have no code. */
const DRIVER_MESSAGES: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

/** Errors of database sockets; otherwise they look like those of any other socket. */
const connectionErrors = new WeakSet<Error>();

/** Records that this error came from a database socket. */
export function noteConnectionError(error: Error): void {
  connectionErrors.add(error);
}

/**
 * Whether the error means that the database is unavailable. The database watch logs that once for all (see
 * DatabaseWatch).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_CODES.test(error.code ?? '');
  if (error instanceof Error && connectionErrors.has(error)) return true;
  // Compared by name: the job queue passes copies of errors on.
  if ('name' in error && error.name === DatabaseUnavailableError.name) return true;
  return 'message' in error && typeof error.message === 'string' && DRIVER_MESSAGES.has(error.message);
}

/** Whether a retry may succeed soon, as far as the database is concerned. Such errors become 503 `unavailable`. */
export function isTransient(error: unknown): boolean {
  return (
    isDatabaseUnavailable(error) ||
    (error instanceof pg.DatabaseError && TRANSIENT_CODES.test(error.code ?? ''))
  );
}

/** Whether the disk of a PostgreSQL server is full. */
export function isServerDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL;
}

/**
 * Converts a connection failure to an error that {@link isDatabaseUnavailable} recognises. Errors sent by the server
 * are returned unchanged.
 */
export function connectFailure(error: Error): Error {
  if (error instanceof pg.DatabaseError || isDatabaseUnavailable(error)) return error;
  return new DatabaseUnavailableError('The database could not be reached.', { cause: error });
}
