import type { ContenderName } from '../contenders/contender.types.ts';
import type { Round } from '../measure/interleave.ts';

/** A room whose history is measured; message n was sent `stepMs` after message n - 1. */
export type FilledRoom = {
  readonly groupId: string;
  readonly messages: number;
  readonly members: number;
  /** Time of the hypothetical message 0, in milliseconds since 1970. */
  readonly startMs: number;
  readonly stepMs: number;
  /** The room's revision, which counts its deletions. */
  readonly revision: number;
};

/** A server with the two compared rooms, and a user who is a member of both. */
export type HistoryServer = {
  readonly name: ContenderName;
  readonly port: number;
  readonly token: string;
  readonly small: FilledRoom;
  readonly large: FilledRoom;
  readonly dispose: () => Promise<void>;
};

type ProbeRequest = {
  /** Returns the path of one request, at a random place of the history if the probe has one. */
  readonly pathFor: (room: FilledRoom) => string;
  /** Returns a description of the fault in a response; undefined if it is as expected. */
  readonly faultOf: (response: ProbeResponse, room: FilledRoom) => string | undefined;
};

/** One kind of client request. */
export type Probe = ProbeRequest & {
  readonly what: string;
  /** Maximum median slowdown of the large room; 0 for no goal. */
  readonly goal: number;
  /** A request to the large room that is compared instead of the same request to the small room. */
  readonly against?: ProbeRequest;
};

/** The fields of a response that probes read. */
export type ProbeResponse = {
  readonly group_id?: string;
  readonly messages?: readonly { readonly sequence: number }[];
  readonly has_more_after?: boolean;
  readonly members?: readonly unknown[];
  readonly deleted_sequences?: readonly number[];
};

/** All rounds of one probe on one server. */
export type ProbeRun = {
  readonly contender: ContenderName;
  readonly probe: string;
  readonly goal: number;
  /** Sizes of the small and the large side, for example `1000 and 1000000 messages`. */
  readonly sizes: string;
  readonly rounds: readonly Round[];
};
