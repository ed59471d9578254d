import pg from 'pg';
import { currentActor } from './actors.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import { FairSemaphore } from '../limits/fair-semaphore.ts';
import { isInsideTransaction, OpenTransactionError } from './transaction-scope.ts';

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** Decides whether the pool may open connections to a server. */
export type Gate = {
  /** Returns the error for an immediate refusal; undefined when a connection may be attempted. */
  readonly refusal: () => Error | undefined;
  /** Reports a failed connection attempt. Returns the error to throw. */
  readonly failed: (error: Error) => Error;
};

/** The share of the pool's connections that one user may hold at a time. */
const SHARE_PER_USER = 1 / 3;

/**
 * A pool that throws on a second connection inside an open transaction. On the embedded engine it would wait for
 * ever, on a server it would escape the transaction; both engines refuse. Connections are shared fairly between
 * users.
 */
export class GuardedPool extends pg.Pool {
  /** The queue for connections. */
  readonly semaphore: FairSemaphore;
  readonly #gate: Gate | undefined;
  readonly #holders = new WeakMap<object, { readonly name: string | undefined }>();

  constructor(config: pg.PoolConfig & { readonly max: number }, gate?: Gate) {
    super(config);
    this.#gate = gate;
    const { max: slots } = config;
    const slotsPerUser = Math.max(1, Math.floor(slots * SHARE_PER_USER));
    const timeoutError = () => new DatabaseUnavailableError('No connection came free in time.');
    this.semaphore = new FairSemaphore({ slots, slotsPerUser, timeoutError });
    this.on('release', (_error, client) => {
      const holder = this.#holders.get(client);
      this.#holders.delete(client);
      if (holder) this.semaphore.release(holder.name);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    const answer: ConnectCallback = (error, client, done) => {
      if (callback) callback(error, client, done);
      else if (client) resolve(client);
      else reject(error ?? new Error('The pool gave neither a connection nor an error.'));
    };
    const refuse = (error: Error) => answer(error, undefined, () => {});
    const refusal = isInsideTransaction() ? new OpenTransactionError() : this.#gate?.refusal();
    if (refusal) refuse(refusal);
    else this.#acquire(currentActor(), answer, refuse);
    return callback ? undefined : promise;
  }

  #acquire(name: string | undefined, answer: ConnectCallback, refuse: (error: Error) => void): void {
    const start = () => {
      // The server may have become unavailable while this request waited.
      const refusal = this.#gate?.refusal();
      if (refusal) {
        this.semaphore.release(name);
        return refuse(refusal);
      }
      super.connect((error, client, done) => {
        if (client) this.#holders.set(client, { name });
        else this.semaphore.release(name);
        answer(error && (this.#gate?.failed(error) ?? error), client, done);
      });
    };
    this.semaphore.acquire(name, start, refuse);
  }
}

/** The pool of an engine, and the function that stops both. */
export type OpenedPool = { pool: GuardedPool; stop(): Promise<void> };
