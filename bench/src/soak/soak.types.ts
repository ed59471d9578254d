import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** User actions, each with its own rate. */
export type SoakAction =
  | 'room messages'
  | 'private messages'
  | 'typing'
  | 'reconnects'
  | 'feed pages'
  | 'directory pages'
  | 'conversation pages'
  | 'history pages'
  | 'gifts'
  | 'likes'
  | 'photos'
  | 'wrong logins'
  | 'logins';

/** The plan for the clients of the soak. */
export type SoakPlan = {
  /** The ports of all nodes; users are distributed over them. */
  readonly ports: readonly number[];
  readonly rooms: readonly DatasetRoom[];
  readonly password: string;
  /** A JPEG in base 64; noise after its end makes each post's file unique. */
  readonly photo: string;
  readonly seconds: number;
  /** Multiple of the normal rates. */
  readonly pace: number;
};

/** Number of actions per kind, of responses, and of unexpected responses. */
export type SoakCounts = {
  readonly done: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
};

/** A sample of a node's process; bytes. */
export type SoakSample = {
  /** Seconds since the clients started. */
  readonly at: number;
  readonly resident: number;
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly external: number;
  readonly descriptors: number;
  /** Active timers, handles and requests in Node. */
  readonly resources: number;
  readonly databaseConnections: number;
};

/** The samples of one node. */
export type SoakSeries = {
  /** After all users were connected once and left. */
  readonly start: SoakSample;
  readonly samples: readonly SoakSample[];
  /** After all users left for good. */
  readonly end: SoakSample;
};
