import pg from 'pg';
import { isInsideTransaction, OpenTransactionError } from './transaction-scope.ts';

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** Stands before a pool of connections to a server. */
export type Gate = {
  /** Why no connection may be had now, at once; undefined when it may be tried. */
  readonly refusal: () => Error | undefined;
  /** Hears that a connection could not be had; answers the error to throw. */
  readonly failed: (error: Error) => Error;
};

/**
 * A pool that refuses to hand out a second connection inside an open transaction. On the embedded
 * engine that would wait for ever, on a server it would escape the transaction; both engines refuse.
 */
export class GuardedPool extends pg.Pool {
  readonly #gate: Gate | undefined;

  constructor(config: pg.PoolConfig, gate?: Gate) {
    super(config);
    this.#gate = gate;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const refusal = isInsideTransaction() ? new OpenTransactionError() : this.#gate?.refusal();
    if (refusal) {
      if (!callback) return Promise.reject(refusal);
      return callback(refusal, undefined, () => {});
    }
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    super.connect((error, client, done) => {
      const failure = error && (this.#gate?.failed(error) ?? error);
      if (callback) callback(failure, client, done);
      else if (client) resolve(client);
      else reject(failure ?? new Error('The pool gave neither a connection nor an error.'));
    });
    return callback ? undefined : promise;
  }
}
