/** What the worker of the embedded engine is started with. */
export type EmbeddedStart = {
  /** The database folder; without it everything stays in memory. */
  folder?: string;
  /** A backup to start from; the folder must hold no database yet. */
  dumpFile?: string;
};

/** Wire bytes of one connection; `raw` always ends with a complete message. */
export type ConnectionData = { kind: 'data'; connection: number; raw: Uint8Array<ArrayBuffer> };

/** What the main thread asks of the worker. */
export type EmbeddedRequest =
  | ConnectionData
  | { kind: 'disconnect'; connection: number }
  | { kind: 'dump'; request: number; file: string }
  | { kind: 'close' };

/** What the worker answers. */
export type EmbeddedReply =
  | { kind: 'ready' }
  | ConnectionData
  | { kind: 'dumped'; request: number; error?: string }
  | { kind: 'closed' };

/** First byte of the frontend messages that matter here (PostgreSQL protocol 3). */
export const FRONTEND = { query: 0x51, sync: 0x53, flush: 0x48, terminate: 0x58 } as const;

/** Transaction state that ends every ReadyForQuery; `undefined` where the bytes don't end with one. */
export function readyForQueryState(raw: Uint8Array): 'idle' | 'open' | undefined {
  const start = raw.length - 6;
  if (start < 0 || raw[start] !== 0x5a || raw[start + 1] !== 0 || raw[start + 4] !== 5) return undefined;
  return raw[start + 5] === 0x49 ? 'idle' : 'open';
}
