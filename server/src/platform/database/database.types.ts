import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Tables } from './tables.ts';

/** An open transaction. Repositories accept it so that one command is one transaction. */
export type Tx = Transaction<Tables>;

/** Accepted by repositories that only read: the pool or an open transaction. */
export type Queryable = Kysely<Tables> | Tx;

/** The open database, with the same interface on the embedded engine and on a PostgreSQL server. */
export type Database = {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Kysely<Tables>;
  /** For the job queue and hand-written SQL. Throws inside an open transaction: use its `tx` there. */
  readonly pool: pg.Pool;
  /**
   * The queue for connections: the number of waiting queries, and in milliseconds the longest wait of a user without
   * any connection.
   */
  waiting(): { readonly count: number; readonly unservedMs: number };
  /**
   * Runs the work in one transaction, and its `afterCommit` effects after the commit. Serialization failures
   * and deadlocks are retried up to three times.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The time shared by all nodes: the database's after `keepTime` was called, before that the machine's. */
  now(): Date;
  /**
   * Synchronises with the server's clock, now and every 30 s. No effect on the embedded engine, which uses the
   * machine's clock.
   */
  keepTime(): Promise<void>;
  /** Waits for running queries, then unlocks the folder. */
  close(): Promise<void>;
  /** False while the disk of the data folder is nearly full. */
  isWritable(): boolean;
  /** Throws `StorageFullError` while the disk of the data folder is nearly full. */
  assertWritable(): void;
};

/** How to open a database. */
export type DatabaseOptions = {
  /** A PostgreSQL server. Without it the embedded engine runs in `dataDir`. */
  databaseUrl?: string;
  /** The folder for all data of this installation. Created when missing. */
  dataDir: string;
  logger: Logger;
  /** Size of the connection pool; default 10. */
  poolSize?: number;
  /** PostgreSQL only: statement timeout in milliseconds; none by default. */
  longestStatementMs?: number;
  /** Embedded only, for tests: starts in memory from this backup file and persists nothing. */
  dumpFile?: string;
  /** Called when the embedded engine fails. By default the error ends the process. */
  onEngineFailure?: (error: Error) => void;
};
