import type { Database, Tx } from '../../../platform/database/index.ts';
import type { SandboxKeys } from '../gateways/sandbox-keys.ts';
import type { Delivery } from './deliveries.ts';

/** Shared context of the sandbox's handlers. */
export type SandboxContext = {
  readonly database: Database;
  readonly keys: SandboxKeys;
  /** Address of this process, for links. */
  readonly localUrl: () => string;
  /** Sends a webhook after the commit, with retries until it is accepted. */
  readonly deliver: (tx: Tx, delivery: Delivery) => Promise<void>;
};
