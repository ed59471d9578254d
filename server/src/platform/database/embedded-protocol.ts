/** Start parameters of the embedded engine's worker. */
export type EmbeddedStart = {
  /** The database folder. Without it everything stays in memory. */
  folder?: string;
  /** A dump to start from. The folder must not hold a database. */
  dumpFile?: string;
};

/** Wire bytes of one connection. `raw` always ends with a complete message. */
export type ConnectionData = { kind: 'data'; connection: number; raw: Uint8Array<ArrayBuffer> };

/** Requests of the main thread to the worker. */
export type EmbeddedRequest =
  | ConnectionData
  | { kind: 'disconnect'; connection: number }
  | { kind: 'dump'; request: number; file: string }
  | { kind: 'close' };

/** Replies of the worker. */
export type EmbeddedReply =
  | { kind: 'ready' }
  | ConnectionData
  | { kind: 'dumped'; request: number; error?: string }
  | { kind: 'closed' };

/** First byte of the frontend messages used here (PostgreSQL protocol 3). */
export const FRONTEND = { query: 0x51, sync: 0x53, flush: 0x48, terminate: 0x58 } as const;

/** Returns the transaction state in the final ReadyForQuery message; undefined when the bytes don't end with one. */
export function readyForQueryState(raw: Uint8Array): 'idle' | 'open' | undefined {
  const start = raw.length - 6;
  if (start < 0 || raw[start] !== 0x5a || raw[start + 1] !== 0 || raw[start + 4] !== 5) return undefined;
  return raw[start + 5] === 0x49 ? 'idle' : 'open';
}
