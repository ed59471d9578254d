import type { ContenderName } from '../contenders/contender.types.ts';
import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** How senders behave: a number of messages under way for each, or messages a second in all, whatever the answers do. */
export type SendingMode =
  | { readonly kind: 'full'; readonly underWay: number }
  | { readonly kind: 'calm'; readonly perSecond: number };

/** Who is there and how they send. */
export type Shape = {
  readonly rooms: number;
  readonly membersPerRoom: number;
  readonly sendersPerRoom: number;
  readonly mode: SendingMode;
  /** Two people each, who talk in a private chat instead of their room. */
  readonly isPrivate?: boolean;
};

/** One run of the load generator. */
export type LoadPlan = {
  /** Of all nodes; the members of each room are spread over them, and so are its senders. */
  readonly ports: readonly number[];
  readonly protocol: 'ack' | 'confirmation_event';
  readonly rooms: readonly DatasetRoom[];
  readonly sendersPerRoom: number;
  readonly mode: SendingMode;
  readonly isPrivate: boolean;
  readonly warmUpSeconds: number;
  readonly seconds: number;
};

/** Milliseconds that so many of a hundred did not exceed. */
export type Percentiles = { readonly p50: number; readonly p95: number; readonly p99: number };

/** What one run counted, in its measured window. Latencies are milliseconds until the last member has a message. */
export type LoadResult = {
  readonly seconds: number;
  readonly confirmed: number;
  readonly deliveries: number;
  /** Error events and connections lost. */
  readonly errors: number;
  /** Messages that did not reach all members, when everything had time to arrive. */
  readonly undelivered: number;
  readonly latency: Percentiles;
  /** The same until the last member on the sender's own node has it. */
  readonly near: Percentiles;
  /** The same until the last member on another node has it; undefined where there is no other. */
  readonly far?: Percentiles | undefined;
};

/** What the load generator tells its parent. */
export type LoadReport =
  | { readonly kind: 'window_opened' }
  | { readonly kind: 'window_closed' }
  | { readonly kind: 'ended'; readonly result: LoadResult };

/** One measured run. CPU is in seconds for the window. */
export type Measurement = LoadResult & {
  /** Of all nodes together. */
  readonly cpuSeconds: number;
  readonly redisCpuSeconds: number;
  readonly databaseCpuSeconds: number;
  readonly loadCpuSeconds: number;
};

/** The runs of every contender for one shape, in the order in which they were made. */
export type Comparison = {
  readonly shape: Shape;
  readonly runs: Readonly<Partial<Record<ContenderName, readonly Measurement[]>>>;
  /** Milliseconds of one commit. */
  readonly commitMs: Readonly<Partial<Record<ContenderName, number>>>;
};
