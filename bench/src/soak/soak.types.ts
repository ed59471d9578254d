import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** What people do, each kind at a rate of its own. */
export type Doing =
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

/** What the clients of the soak are told. */
export type SoakPlan = {
  readonly port: number;
  readonly rooms: readonly DatasetRoom[];
  readonly password: string;
  /** Base 64 of a JPEG; noise behind its end makes each post's file another one. */
  readonly photo: string;
  readonly seconds: number;
  /** Times of the normal rates. */
  readonly pace: number;
};

/** How often each thing was done and answered, and how often the answer was another one than it should be. */
export type SoakCounts = {
  readonly done: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
};

/** One look at the server's process; bytes. */
export type SoakSample = {
  /** Since the clients began, in seconds. */
  readonly at: number;
  readonly resident: number;
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly external: number;
  readonly descriptors: number;
  /** Timers, handles and requests that Node knows of. */
  readonly resources: number;
  readonly databaseConnections: number;
};
