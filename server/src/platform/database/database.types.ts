import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Tables } from './tables.ts';

/** An open transaction. Repositories take it so that one command is one transaction. */
export type Tx = Transaction<Tables>;

/** What a reading repository takes: the pool or an open transaction. */
export type Queryable = Kysely<Tables> | Tx;

/** The open database, the same on the embedded engine and on a PostgreSQL server. */
export type Database = {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Kysely<Tables>;
  /** For the job queue and hand-written SQL. Refused inside an open transaction: use its `tx`. */
  readonly pool: pg.Pool;
  /**
   * Who waits for a connection: how many queries, and how long the longest waits of those who have none at all, in
   * milliseconds.
   */
  waiting(): { readonly count: number; readonly unservedMs: number };
  /**
   * Runs the work in one transaction and its `afterCommit` effects once it is committed.
   * A serialization failure or a deadlock runs the work again, at most three times more.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The time that all nodes go by: the database's once `keepTime` was called, until then the machine's. */
  now(): Date;
  /** Asks a server for its time, now and every half minute; nothing on the embedded engine, whose clock is the machine's. */
  keepTime(): Promise<void>;
  /** Waits for running queries, then frees the folder. */
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
  /** The folder of everything this installation stores; made when missing. */
  dataDir: string;
  logger: Logger;
  /** Connections of the pool; 10 unless told. */
  poolSize?: number;
  /** PostgreSQL only: a statement that runs longer is given up by the server; none unless told. */
  longestStatementMs?: number;
  /** Embedded only, for tests: starts in memory from this backup file and stores nothing. */
  dumpFile?: string;
  /** Called when the embedded engine dies. By default the process ends with the error. */
  onEngineFailure?: (error: Error) => void;
};
