import type { Database, Tx } from '../../../platform/database/index.ts';
import type { SandboxKeys } from '../gateways/sandbox-keys.ts';
import type { Delivery } from './deliveries.ts';

/** What the parts of the sandbox share. */
export type SandboxContext = {
  readonly database: Database;
  readonly keys: SandboxKeys;
  /** Address of this process, for links. */
  readonly localUrl: () => string;
  /** Sends a webhook after the commit, again and again until it is taken. */
  readonly deliver: (tx: Tx, delivery: Delivery) => Promise<void>;
};
