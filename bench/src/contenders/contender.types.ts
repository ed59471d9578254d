import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** `two apart` are two servers with half of the rooms each; `… before` is another checkout of this project (`--against`). Which nodes of several have clients is up to the part. */
export type ContenderName =
  | 'reference'
  | 'floor'
  | 'embedded'
  | 'postgres'
  | 'two nodes'
  | 'two apart'
  | `${number} nodes`
  | 'embedded before'
  | 'postgres before';

/** One process that clients connect to. */
export type ContenderNode = {
  readonly port: number;
  readonly pid: number;
  /** Port of the inspector, if requested. */
  readonly inspectorPort: number | undefined;
};

/** A measured server; if it has several nodes, the first of them. */
export type Contender = ContenderNode & {
  readonly name: ContenderName;
  /** The other nodes of the same dataset. */
  readonly otherNodes?: readonly ContenderNode[];
  /** Nodes of the same cluster to which no client connects. */
  readonly emptyNodes?: readonly ContenderNode[];
  /** How it confirms messages: by Socket.IO acknowledgement or with `message_confirmation`. */
  readonly protocol: 'ack' | 'confirmation_event';
  /** Rooms for each requested scenario. */
  readonly scenarios: readonly (readonly DatasetRoom[])[];
  /** Median time of a commit in milliseconds; 0 if nothing is stored. */
  readonly commitMs: number;
  /** Its database, if it runs on PostgreSQL. */
  readonly databaseUrl?: string | undefined;
  /** Processes whose CPU is reported separately from the server's. */
  readonly databasePids: () => readonly number[];
  /** CPU seconds that Redis has used so far, if there is one. */
  readonly redisCpuSeconds?: () => Promise<number>;
  readonly dispose: () => Promise<void>;
};

/** Returns all nodes of a contender that have clients; users are distributed evenly over them. */
export function nodesOf(contender: Contender): readonly ContenderNode[] {
  return [contender, ...(contender.otherNodes ?? [])];
}
