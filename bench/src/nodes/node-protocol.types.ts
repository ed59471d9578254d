import type { Form } from './nodes.types.ts';

/** What a node process is: it ends with the process that started it. */
export type NodePlan = {
  readonly form: Form;
  readonly redisUrl: string;
  /** Nodes of the same name are connected. */
  readonly name: string;
  /** Whether a connection of this node hears what is published. */
  readonly hears: boolean;
};

/** What a node process is asked to do; it answers each request with one `Usage`. */
export type NodeRequest =
  /** Publish for some seconds, as fast as possible or at a rate. Counts publications. */
  | { readonly kind: 'publish'; readonly seconds: number; readonly perSecond: number | undefined }
  /** Report what arrived since the last report. Counts entries of other nodes. */
  | { readonly kind: 'report' }
  /** Subscribes to channels without publishers and unsubscribes. `count` is the number of channels. */
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly channels: number };

/** A number of events, and the CPU microseconds that the process used for them. */
export type Usage = { readonly count: number; readonly micros: number };
