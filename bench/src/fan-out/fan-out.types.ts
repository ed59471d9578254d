import type { ContenderName } from '../contenders/contender.types.ts';
import type { DatasetRoom } from '../dataset/dataset.types.ts';

/**
 * Load mode: a number of messages in flight per sender (closed loop), or a total rate per second independent of the
 * responses (open loop).
 */
export type SendingMode =
  | { readonly kind: 'full'; readonly inFlight: number }
  | { readonly kind: 'calm'; readonly perSecond: number };

/** The rooms, their members and the load. */
export type Shape = {
  readonly rooms: number;
  readonly membersPerRoom: number;
  readonly sendersPerRoom: number;
  readonly mode: SendingMode;
  /** Rooms of two users, who use a private chat instead. */
  readonly isPrivate?: boolean;
};

/** One run of the load generator. */
export type LoadPlan = {
  /** The ports of all nodes; members of each room, and its senders, are distributed over them. */
  readonly ports: readonly number[];
  readonly protocol: 'ack' | 'confirmation_event';
  readonly rooms: readonly DatasetRoom[];
  readonly sendersPerRoom: number;
  readonly mode: SendingMode;
  readonly isPrivate: boolean;
  readonly warmUpSeconds: number;
  readonly seconds: number;
};

/** Percentiles in milliseconds. */
export type Percentiles = { readonly p50: number; readonly p95: number; readonly p99: number };

/** Counts of one run in its measurement window. Latencies are milliseconds until the last member received a message. */
export type LoadResult = {
  readonly seconds: number;
  readonly confirmed: number;
  readonly deliveries: number;
  /** Error events and lost connections. */
  readonly errors: number;
  /** Messages not received by all members after the final waiting time. */
  readonly undelivered: number;
  readonly latency: Percentiles;
  /** Latency until the last member on the sender's own node received it. */
  readonly near: Percentiles;
  /** Latency until the last member on another node received it; undefined with a single node. */
  readonly far?: Percentiles | undefined;
};

/** Reports of the load generator to its parent process. */
export type LoadReport =
  | { readonly kind: 'window_opened' }
  | { readonly kind: 'window_closed' }
  | { readonly kind: 'ended'; readonly result: LoadResult };

/** One measured run. CPU is in seconds for the window. */
export type Measurement = LoadResult & {
  /** All nodes with clients together. */
  readonly cpuSeconds: number;
  /** All nodes without clients together. */
  readonly emptyCpuSeconds: number;
  readonly redisCpuSeconds: number;
  readonly databaseCpuSeconds: number;
  readonly loadCpuSeconds: number;
};

/** The runs of every contender for one shape, in chronological order. */
export type Comparison = {
  readonly shape: Shape;
  readonly runs: Readonly<Partial<Record<ContenderName, readonly Measurement[]>>>;
  /** Milliseconds of one commit. */
  readonly commitMs: Readonly<Partial<Record<ContenderName, number>>>;
};
