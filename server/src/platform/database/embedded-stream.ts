import { Duplex } from 'node:stream';

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
export const FRONTEND = {
  parse: 0x50,
  bind: 0x42,
  describe: 0x44,
  close: 0x43,
  query: 0x51,
  sync: 0x53,
  flush: 0x48,
  terminate: 0x58,
} as const;

/** Returns the transaction state in the final ReadyForQuery message; undefined when the bytes don't end with one. */
export function readyForQueryState(raw: Uint8Array): 'idle' | 'open' | undefined {
  const start = raw.length - 6;
  if (start < 0 || raw[start] !== 0x5a || raw[start + 1] !== 0 || raw[start + 4] !== 5) return undefined;
  return raw[start + 5] === 0x49 ? 'idle' : 'open';
}

/** The interface from a stream to the engine. */
type StreamHost = {
  send(raw: Uint8Array<ArrayBuffer>): void;
  disconnect(): void;
};

/** Messages after which the client waits for a response, so that a batch is sent in one piece. */
const BATCH_ENDS: readonly number[] = [FRONTEND.query, FRONTEND.sync, FRONTEND.flush];

/** Replaces the socket of `pg`: splits the bytes into batches and sends each to the engine. */
export class EmbeddedStream extends Duplex {
  readonly #host: StreamHost;
  #pending = Buffer.alloc(0);
  #startupSent = false;
  #answered: (() => void) | undefined;

  constructor(host: StreamHost) {
    super();
    this.#host = host;
  }

  /** Receives wire bytes from the engine. */
  receive(raw: Uint8Array<ArrayBuffer>): void {
    const answered = this.#answered;
    this.#answered = undefined;
    if (raw.byteLength > 0) this.push(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
    answered?.();
  }

  // Methods that `pg` calls on a network socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  // Node's stream hooks.
  override _read(): void {
    // The engine pushes its responses.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#accept([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#accept(
      chunks.map((entry) => entry.chunk),
      done,
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#host.disconnect();
    this.#answered?.();
    done(error);
  }

  #accept(chunks: Buffer[], done: () => void): void {
    this.#pending = Buffer.concat([this.#pending, ...chunks]);
    const { length, terminated } = this.#completeBatch();
    if (terminated) this.push(null);
    if (length === 0 || terminated) return done();
    const raw = new Uint8Array(this.#pending.subarray(0, length));
    this.#pending = this.#pending.subarray(length);
    this.#answered = done;
    this.#host.send(raw);
  }

  /**
   * Returns the length of the complete messages up to the last end of a batch, and whether the client has terminated
   * the connection.
   */
  #completeBatch(): { length: number; terminated: boolean } {
    if (!this.#startupSent) {
      const length = this.#pending.length < 8 ? Infinity : this.#pending.readInt32BE(0);
      if (this.#pending.length < length) return { length: 0, terminated: false };
      this.#startupSent = true;
      return { length, terminated: false };
    }
    let length = 0;
    for (let offset = 0; this.#pending.length - offset >= 5;) {
      const type = this.#pending.readUInt8(offset);
      if (type === FRONTEND.terminate) return { length, terminated: true };
      offset += this.#pending.readInt32BE(offset + 1) + 1;
      if (offset > this.#pending.length) break;
      if (BATCH_ENDS.includes(type)) length = offset;
    }
    return { length, terminated: false };
  }
}
