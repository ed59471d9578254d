import pg from 'pg';
import { isInsideTransaction, OpenTransactionError } from './transaction-scope.ts';

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];

/**
 * A pool that refuses to hand out a second connection inside an open transaction. On the embedded
 * engine that would wait for ever, on a server it would escape the transaction; both engines refuse.
 */
export class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (isInsideTransaction()) {
      const error = new OpenTransactionError();
      if (!callback) return Promise.reject(error);
      return callback(error, undefined, () => {});
    }
    return callback ? super.connect(callback) : super.connect();
  }
}
