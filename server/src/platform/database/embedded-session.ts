/**
 * The engine has a single session for all connections. A connection holds it from its first message until its
 * transaction ends; the others wait in FIFO order.
 */
export class SessionQueue {
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
