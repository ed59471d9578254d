/**
 * The engine has one session for all connections. A connection holds it from its first message until
 * its transaction is over, and the others wait in the order they came.
 */
export class SessionQueue {
  #holder: number | undefined;
  #waiting: { connection: number; start: () => void }[] = [];

  /** Resolves when the connection holds the session; never, if it leaves the queue before. */
  acquire(connection: number): Promise<void> {
    if (this.#holder === undefined) this.#holder = connection;
    if (this.#holder === connection) return Promise.resolve();
    return new Promise((start) => this.#waiting.push({ connection, start }));
  }

  isHeldBy(connection: number): boolean {
    return this.#holder === connection;
  }

  /** Takes a connection that still waits out of the queue. */
  leave(connection: number): void {
    this.#waiting = this.#waiting.filter((entry) => entry.connection !== connection);
  }

  /** Gives the session to the next one that waits, if this connection holds it. */
  release(connection: number): void {
    if (this.#holder !== connection) return;
    const next = this.#waiting.shift();
    this.#holder = next?.connection;
    next?.start();
  }
}
