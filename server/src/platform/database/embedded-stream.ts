import { Duplex } from 'node:stream';
import { FRONTEND } from './embedded-protocol.ts';

/** The interface from a stream to the engine. */
export type StreamHost = {
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
