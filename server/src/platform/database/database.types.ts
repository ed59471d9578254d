import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Tables } from './tables.ts';

/** An open transaction. Repositories accept it so that one command is one transaction. */
export type Tx = Transaction<Tables>;

/** Accepted by repositories that only read: the pool or an open transaction. */
export type Queryable = Kysely<Tables> | Tx;

/** The state of a replica. `lagMs` is undefined while the replica does not answer. */
export type ReplicaStatus = {
  readonly name: string;
  readonly isUsed: boolean;
  readonly lagMs: number | undefined;
};

/** Remembers for all nodes which users may have written something that replicas have not replayed yet (CL-05). */
export type RecentWrites = {
  /** Notes that a user writes now. Resolves once every node sees it, or Redis is unavailable. Never throws. */
  readonly note: (userId: number) => Promise<void>;
  /** Whether a user may have written lately; true when it is unknown. Never throws. */
  readonly mayHaveWritten: (userId: number) => Promise<boolean>;
};

/** Where a read went: to a replica, to the primary, or first to a replica where it failed. */
type ReadPlace = 'replica' | 'primary' | 'repeated';

/** A moment of the primary that the replica of a read includes: its clock, and its `pg_current_snapshot()`. */
export type IncludedMoment = { readonly at: Date; readonly snapshot: string };

/**
 * Decides where reads go whose result may be a few seconds old (CL-05). The result of a replica does not know a block, a
 * suspension or a changed setting of the last seconds: what it says about who may see what has to be checked on the primary
 * (`database.db`) before it is shown. ADR 64 lists the queries.
 */
export type ReplicaReads = {
  /**
   * Runs a read on a replica, or on the primary: without replicas, while none is fresh, after a recent write of the viewer, and
   * when the replica fails. `viewerId` is the user whose own writes must be in the result; undefined for the server's own work.
   */
  readPossiblyStale<T>(viewerId: number | undefined, read: (db: Queryable) => Promise<T>): Promise<T>;
  /**
   * Runs a read on a replica only. Returns undefined where `readPossiblyStale` would use the primary. For results that are
   * checked or completed on the primary by another statement than the one that the primary itself would run.
   */
  readFromReplica<T>(
    viewerId: number | undefined,
    read: (db: Queryable, includes: IncludedMoment) => Promise<T>,
  ): Promise<{ readonly found: T } | undefined>;
  /** Notes that a user writes, for all nodes; their reads go to the primary for some seconds. Never throws. */
  noteWrite(userId: number): Promise<void>;
  /** The replicas in the order of the settings; empty without any. */
  statuses(): readonly ReplicaStatus[];
  /** How many of these reads went where, since the start. */
  counts(): Readonly<Record<ReadPlace, number>>;
  close(): Promise<void>;
};

/** The open database, with the same interface on the embedded engine and on a PostgreSQL server. */
export type Database = {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Kysely<Tables>;
  /** For the job queue and hand-written SQL. Throws inside an open transaction: use its `tx` there. */
  readonly pool: pg.Pool;
  /** Decides which reads go to a replica of a PostgreSQL server (CL-05). Without replicas all go to `db`. */
  readonly replicas: Omit<ReplicaReads, 'close'>;
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
  /** Streaming replicas of that server, and what all nodes know about recent writes; by default this process alone. */
  replicas?: { readonly urls: readonly string[]; readonly recentWrites?: RecentWrites };
  /** The folder for all data of this installation. Created when missing. */
  dataDir: string;
  logger: Logger;
  /** Size of the connection pool, and of one for each replica; default 10. */
  poolSize?: number;
  /** PostgreSQL only: statement timeout in milliseconds; none by default. */
  longestStatementMs?: number;
  /** Embedded only, for tests: starts in memory from this backup file and persists nothing. */
  dumpFile?: string;
  /** Called when the embedded engine fails. By default the error ends the process. */
  onEngineFailure?: (error: Error) => void;
};
