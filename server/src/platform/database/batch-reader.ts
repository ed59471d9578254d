import { runAsActor } from './actors.ts';
import { createBatchQueue } from './batch-queue.ts';

/** Default limit of keys per query. */
const BATCH_KEYS = 100;

type Options<Key, Value> = {
  /** The name under which the queries get their share of the connections, as one user would (see FairSemaphore). */
  readonly name: string;
  /** Returns one value for each key, in order. */
  readonly read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  readonly maxBatch?: number;
};

/**
 * Reads what many ask for at the same time with one query (CL-07). Keys that arrive while a query runs share the next one, so a key
 * is read alone on an idle server, and with as many others as arrive meanwhile on a busy one. Nothing is kept: each
 * value is read after it was asked for. When the database rejects a batch, its keys are read one by one, so that only
 * the faulty one fails.
 */
export function createBatchReader<Key, Value>({
  name,
  read,
  maxBatch = BATCH_KEYS,
}: Options<Key, Value>): (key: Key) => Promise<Value> {
  const wrap = (loop: () => Promise<void>) => runAsActor({ name }, loop);
  return createBatchQueue<Key, Value>({ process: read, maxBatch, wrap }).add;
}
