import type { TownRoom } from '../town/town.types.ts';

export type ContenderName = 'reference' | 'embedded' | 'postgres';

/** A server that is measured. */
export type Contender = {
  readonly name: ContenderName;
  readonly port: number;
  readonly pid: number;
  /** How it confirms: by Socket.IO acknowledgement or with `message_confirmation`. */
  readonly protocol: 'ack' | 'confirmation_event';
  /** Rooms for each quarter that was asked for. */
  readonly quarters: readonly (readonly TownRoom[])[];
  /** Median time of a commit, in milliseconds; 0 where nothing is stored. */
  readonly commitMs: number;
  /** Processes whose CPU is told apart from the server's. */
  readonly databasePids: () => readonly number[];
  /** Port of the debugging connection, where it was asked for. */
  readonly inspectorPort: number | undefined;
  readonly dispose: () => Promise<void>;
};
