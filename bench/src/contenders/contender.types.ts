import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** `… before` are of another checkout of this project (`--against`). */
export type ContenderName =
  | 'reference'
  | 'embedded'
  | 'postgres'
  | 'two nodes'
  | 'embedded before'
  | 'postgres before';

/** One process that people connect to. */
export type ContenderNode = {
  readonly port: number;
  readonly pid: number;
  /** Port of the debugging connection, where it was asked for. */
  readonly inspectorPort: number | undefined;
};

/** A server that is measured; the first of its nodes, where it has several. */
export type Contender = ContenderNode & {
  readonly name: ContenderName;
  /** The other nodes of the same dataset. */
  readonly otherNodes?: readonly ContenderNode[];
  /** How it confirms: by Socket.IO acknowledgement or with `message_confirmation`. */
  readonly protocol: 'ack' | 'confirmation_event';
  /** Rooms for each scenario that was asked for. */
  readonly scenarios: readonly (readonly DatasetRoom[])[];
  /** Median time of a commit, in milliseconds; 0 where nothing is stored. */
  readonly commitMs: number;
  /** The database that it was given, where it runs on PostgreSQL. */
  readonly databaseUrl?: string | undefined;
  /** Processes whose CPU is told apart from the server's. */
  readonly databasePids: () => readonly number[];
  /** CPU seconds that Redis has used so far, where it joins the nodes. */
  readonly redisCpuSeconds?: () => Promise<number>;
  readonly dispose: () => Promise<void>;
};

/** All nodes of a contender; people are spread evenly over them. */
export function nodesOf(contender: Contender): readonly ContenderNode[] {
  return [contender, ...(contender.otherNodes ?? [])];
}
