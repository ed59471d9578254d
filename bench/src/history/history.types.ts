import type { ContenderName } from '../contenders/contender.types.ts';
import type { Round } from '../measure/interleave.ts';

/** A room whose history is measured; message n of it was said `stepMs` after message n - 1. */
export type FilledRoom = {
  readonly groupId: string;
  readonly messages: number;
  readonly members: number;
  /** When message 0 would have been said, in milliseconds since 1970. */
  readonly startMs: number;
  readonly stepMs: number;
  /** Counts the deletions that the room has. */
  readonly revision: number;
};

/** A server with the two rooms that are compared, and somebody who is a member of both. */
export type HistoryServer = {
  readonly name: ContenderName;
  readonly port: number;
  readonly token: string;
  readonly small: FilledRoom;
  readonly large: FilledRoom;
  readonly dispose: () => Promise<void>;
};

/** One kind of request, as a client makes it. */
export type Probe = {
  readonly what: string;
  /** How many times slower the large room may be at its median; 0 where that is only shown. */
  readonly goal: number;
  /** The path of one request; a new place in the history each time where the probe has one. */
  readonly pathFor: (room: FilledRoom) => string;
  /** Says what is wrong with an answer; undefined when it is what the probe is about. */
  readonly faultOf: (answer: ProbeAnswer, room: FilledRoom) => string | undefined;
};

/** As much of an answer as probes look at. */
export type ProbeAnswer = {
  readonly group_id?: string;
  readonly messages?: readonly { readonly sequence: number }[];
  readonly members?: readonly unknown[];
  readonly deleted_sequences?: readonly number[];
};

/** All rounds of one probe on one server. */
export type ProbeRun = {
  readonly contender: ContenderName;
  readonly probe: string;
  readonly goal: number;
  /** What the small and the large side hold, such as `1000 and 1000000 messages`. */
  readonly sizes: string;
  readonly rounds: readonly Round[];
};
