import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** The people of the node that is killed, and the ports they may connect to afterwards. */
export type HerdPlan = {
  readonly port: number;
  readonly otherPorts: readonly number[];
  readonly rooms: readonly DatasetRoom[];
};

/** How the people came back. */
export type HerdReturn = {
  /** Seconds without a connection, of all people: median, 99th percentile and longest. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Refused connections, and connections that the server closed before they were admitted. */
  readonly refusals: number;
  readonly failures: number;
  /** The most refusals of one person. */
  readonly mostRefusals: number;
  /** Refusals without a time at which to come back. */
  readonly untimed: number;
};

/** What the process of the people is asked, and reports. */
export type HerdRequest =
  | { readonly kind: 'connect'; readonly plan: HerdPlan }
  | { readonly kind: 'roll call' };
export type HerdReport =
  | { readonly kind: 'connected' }
  | { readonly kind: 'back'; readonly result: HerdReturn }
  /** The members who did not receive the message of their room's roll call. */
  | { readonly kind: 'roll call'; readonly missing: number };
