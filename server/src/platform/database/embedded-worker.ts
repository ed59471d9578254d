import { openAsBlob } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DURABLE_START_PARAMS, DurableNodeFS } from './embedded-file-system.ts';
import { joined, StatementCache } from './embedded-statements.ts';
import {
  FRONTEND,
  readyForQueryState,
  type ConnectionData,
  type EmbeddedReply,
  type EmbeddedRequest,
  type EmbeddedStart,
} from './embedded-stream.ts';
import { STATEMENTS_KEPT } from './prepared-statements.ts';

/**
 * The engine has a single session for all connections. A connection holds it from its first message until its
 * transaction ends; the others wait in FIFO order.
 */
class SessionQueue {
  #holder: number | undefined;
  #waiting: { connection: number; start: () => void }[] = [];

  /** Resolves when the connection holds the session. Never resolves if the connection leaves the queue before. */
  acquire(connection: number): Promise<void> {
    if (this.#holder === undefined) this.#holder = connection;
    if (this.#holder === connection) return Promise.resolve();
    return new Promise((start) => this.#waiting.push({ connection, start }));
  }

  isHeldBy(connection: number): boolean {
    return this.#holder === connection;
  }

  /** Removes a waiting connection from the queue. */
  leave(connection: number): void {
    this.#waiting = this.#waiting.filter((entry) => entry.connection !== connection);
  }

  /** Passes the session to the next waiting connection, if this connection holds it. */
  release(connection: number): void {
    if (this.#holder !== connection) return;
    const next = this.#waiting.shift();
    this.#holder = next?.connection;
    next?.start();
  }
}

/** Connection number of the worker itself in the session queue; real connections start at 1. */
const MAINTENANCE = 0;

/** A plan may be this much older than the tables. */
const STATEMENT_MAX_AGE_MS = 60_000;

const start: EmbeddedStart = workerData;
const port = parentPort;
if (!port) throw new Error('The embedded engine runs in a worker thread only.');

const engine = await PGlite.create({
  ...(start.folder === undefined
    ? {}
    : { fs: new DurableNodeFS(start.folder), startParams: DURABLE_START_PARAMS }),
  ...(start.dumpFile === undefined ? {} : { loadDataDir: await openAsBlob(start.dumpFile) }),
  extensions: { citext, pg_trgm },
  postgresqlconf: ['shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=128MB'],
});
const session = new SessionQueue();
const statements = new StatementCache({ capacity: STATEMENTS_KEPT, maxAgeMs: STATEMENT_MAX_AGE_MS });

port.on('message', (request: EmbeddedRequest) => {
  answer(request).catch(endWorker);
});
reply({ kind: 'ready' });

function answer(request: EmbeddedRequest): Promise<void> {
  if (request.kind === 'data') return execute(request);
  if (request.kind === 'disconnect') return disconnect(request.connection);
  if (request.kind === 'dump') return dump(request.request, request.file);
  return close();
}

/** An exception here is a failure of the engine: it ends the worker, which notifies the main thread. */
function endWorker(cause: unknown): void {
  // The engine often throws values that are no errors and can't be cloned to another thread.
  const reason = cause instanceof Error ? cause.message : inspect(cause);
  setImmediate(() => {
    throw new Error(`The embedded database engine stopped: ${reason}`);
  });
}

function reply(message: EmbeddedReply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

async function execute({ connection, raw }: ConnectionData): Promise<void> {
  await session.acquire(connection);
  const batch = statements.prepare(raw);
  const output = batch.responseOf(await run(batch.raw));
  const state = readyForQueryState(output);
  if (state === undefined && expectsReady(raw)) throw new Error('no answer');
  if (state === 'idle') session.release(connection);
  reply({ kind: 'data', connection, raw: output }, [output.buffer]);
}

/**
 * Passes messages to the engine and returns its response. As a stream, because PGlite also parses every other response for itself and
 * keeps the results (0.5.16).
 */
async function run(raw: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  // A copy: the bytes are memory of the engine.
  await engine.execProtocolRawStream(raw, { onRawData: (bytes) => void parts.push(new Uint8Array(bytes)) });
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return joined(parts);
}

/** A batch that ends with Sync or is a simple Query always gets a ReadyForQuery. */
function expectsReady(raw: Uint8Array): boolean {
  return raw[0] === FRONTEND.query || raw[raw.length - 5] === FRONTEND.sync;
}

async function disconnect(connection: number): Promise<void> {
  session.leave(connection);
  if (!session.isHeldBy(connection)) return;
  await engine.exec('ROLLBACK');
  session.release(connection);
}

async function dump(request: number, file: string): Promise<void> {
  await session.acquire(MAINTENANCE);
  let error: string | undefined;
  try {
    await engine.exec('CHECKPOINT');
    const archive = await engine.dumpDataDir('gzip');
    // Flushed and renamed, so that a file with this name is always a complete backup.
    await writeFile(`${file}.partial`, archive.stream(), { mode: 0o600, flush: true });
    await rename(`${file}.partial`, file);
  } catch (cause) {
    error = String(cause);
  } finally {
    session.release(MAINTENANCE);
  }
  reply({ kind: 'dumped', request, error });
}

async function close(): Promise<void> {
  await session.acquire(MAINTENANCE);
  await engine.close();
  reply({ kind: 'closed' });
  port?.close();
}
