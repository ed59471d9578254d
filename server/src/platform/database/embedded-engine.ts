import { Worker } from 'node:worker_threads';
import {
  type EmbeddedReply,
  type EmbeddedRequest,
  type EmbeddedStart,
  EmbeddedStream,
} from './embedded-stream.ts';

/** The embedded engine, in a worker thread off the event loop. */
export type EmbeddedEngine = {
  /** Returns a new connection that replaces a socket. */
  connect(): EmbeddedStream;
  /** Writes a gzip backup while the engine runs. Queries wait meanwhile. */
  dump(file: string): Promise<void>;
  /** Stops the engine in order. All connections have to be closed before. */
  close(): Promise<void>;
};

/** Starts the engine. `onFailure` is called when it fails later. */
export async function startEmbeddedEngine(
  start: EmbeddedStart,
  onFailure: (error: Error) => void,
): Promise<EmbeddedEngine> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: start });
  const host = new EngineHost(worker);
  await host.ready;
  host.onFailure = onFailure;
  return host;
}

class EngineHost implements EmbeddedEngine {
  readonly ready: Promise<void>;
  onFailure: ((error: Error) => void) | undefined;
  readonly #worker: Worker;
  readonly #streams = new Map<number, EmbeddedStream>();
  readonly #dumps = new Map<number, PromiseWithResolvers<void>>();
  readonly #started = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<void>();
  #lastNumber = 0;
  #closed = false;
  #failure: Error | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.ready = this.#started.promise;
    worker.on('message', (reply: EmbeddedReply) => this.#receive(reply));
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => {
      if (!this.#closed) this.#fail(new Error(`The embedded database engine stopped with code ${code}.`));
      this.#exited.resolve();
    });
  }

  connect(): EmbeddedStream {
    const connection = ++this.#lastNumber;
    const stream = new EmbeddedStream({
      send: (raw) => this.#send({ kind: 'data', connection, raw }, [raw.buffer]),
      disconnect: () => {
        if (this.#streams.delete(connection)) this.#send({ kind: 'disconnect', connection });
      },
    });
    this.#streams.set(connection, stream);
    if (this.#failure) stream.destroy(this.#failure);
    return stream;
  }

  dump(file: string): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    const request = ++this.#lastNumber;
    const done = Promise.withResolvers<void>();
    this.#dumps.set(request, done);
    this.#send({ kind: 'dump', request, file });
    return done.promise;
  }

  async close(): Promise<void> {
    if (!this.#failure) this.#send({ kind: 'close' });
    await this.#exited.promise;
  }

  #send(request: EmbeddedRequest, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  #receive(reply: EmbeddedReply): void {
    if (reply.kind === 'ready') this.#started.resolve();
    else if (reply.kind === 'data') this.#streams.get(reply.connection)?.receive(reply.raw);
    else if (reply.kind === 'closed') this.#closed = true;
    else this.#finishDump(reply.request, reply.error);
  }

  #finishDump(request: number, error: string | undefined): void {
    const dump = this.#dumps.get(request);
    this.#dumps.delete(request);
    if (error === undefined) dump?.resolve();
    else dump?.reject(new Error(`The backup failed: ${error}`));
  }

  /** Rejects everything that waits for the engine. */
  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#started.reject(error);
    for (const dump of this.#dumps.values()) dump.reject(error);
    for (const stream of this.#streams.values()) stream.destroy(error);
    this.onFailure?.(error);
  }
}
