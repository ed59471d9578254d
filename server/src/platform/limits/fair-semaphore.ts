/** Thrown when too many queries of one user wait. Other users are not affected. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/** Waiting queries per user. */
const MAX_WAITING = 150;
/** Timeout for a connection. */
const WAIT_TIMEOUT_MS = 10_000;
const SWEEP_EVERY_MS = 1000;

type Entry = {
  readonly since: number;
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
};

/** A user who holds or waits for connections. `name` is undefined for the server itself. */
type Client = { readonly name: string | undefined; inUse: number; readonly waiting: Entry[] };

type Options = {
  /** Connections in use, in total and per user. */
  readonly slots: number;
  readonly slotsPerUser: number;
  readonly maxWaiting?: number;
  /** Creates the error for a query that waited too long. */
  readonly timeoutError: () => Error;
};

/**
 * A fair semaphore for the connections of a pool. The server's own work, which belongs to no user (group commits,
 * jobs), has priority. Then the user with the fewest connections is next, the longest waiting first. However many
 * queries one user sends, the next query of another user waits for at most one connection to be released.
 */
export class FairSemaphore {
  readonly #options: Options;
  readonly #own: Client = { name: undefined, inUse: 0, waiting: [] };
  readonly #clients = new Map<string, Client>();
  /** Users in the queue. A user who was served or released a connection moves to the end. */
  readonly #queue = new Set<Client>();
  #inUse = 0;
  #slots: number;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#slots = options.slots;
  }

  /** Changes the number of slots. Those in use above it are released as usual. */
  resize(slots: number): void {
    this.#slots = slots;
    this.#next();
  }

  /**
   * Calls `start` now or when it is this user's turn; `release` has to follow. Calls `refuse` instead when the queue is
   * full or the wait too long.
   */
  acquire(name: string | undefined, start: () => void, refuse: (error: Error) => void): void {
    const { maxWaiting = MAX_WAITING } = this.#options;
    const client = this.#clientOf(name);
    if (this.#inUse < this.#slots && client.waiting.length === 0 && this.#mayUse(client)) {
      this.#take(client);
      return start();
    }
    if (name !== undefined && client.waiting.length >= maxWaiting)
      return refuse(new TooManyWaitingError('Too many queries of one person wait.'));
    client.waiting.push({ since: performance.now(), start, refuse });
    this.#waiting += 1;
    this.#queue.add(client);
    this.#timer ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  /** Releases a connection of this user. */
  release(name: string | undefined): void {
    const client = this.#clientOf(name);
    client.inUse -= 1;
    this.#inUse -= 1;
    // A user who has just had a connection yields to those who have none.
    if (this.#queue.delete(client)) this.#queue.add(client);
    this.#forget(client);
    this.#next();
  }

  waiting(): number {
    return this.#waiting;
  }

  /** Returns in milliseconds the longest wait of the server itself or of a user who has no connection. */
  unservedMs(): number {
    let since = Infinity;
    for (const client of this.#queue)
      if (client.inUse === 0 || client === this.#own)
        since = Math.min(since, client.waiting[0]?.since ?? since);
    return since === Infinity ? 0 : performance.now() - since;
  }

  #clientOf(name: string | undefined): Client {
    if (name === undefined) return this.#own;
    let client = this.#clients.get(name);
    if (!client) this.#clients.set(name, (client = { name, inUse: 0, waiting: [] }));
    return client;
  }

  #mayUse(client: Client): boolean {
    return client === this.#own || client.inUse < this.#options.slotsPerUser;
  }

  #take(client: Client): void {
    client.inUse += 1;
    this.#inUse += 1;
  }

  #forget(client: Client): void {
    if (client.name !== undefined && client.inUse === 0 && client.waiting.length === 0)
      this.#clients.delete(client.name);
  }

  /** Returns the waiting user with the fewest connections. Users without any are found first. */
  #choose(): Client | undefined {
    if (this.#own.waiting.length > 0) return this.#own;
    let chosen: Client | undefined;
    for (const client of this.#queue) {
      if (!this.#mayUse(client)) continue;
      if (!chosen || client.inUse < chosen.inUse) chosen = client;
      if (chosen.inUse === 0) break;
    }
    return chosen;
  }

  #next(): void {
    while (this.#inUse < this.#slots) {
      const client = this.#choose();
      const entry = client?.waiting.shift();
      if (!client || !entry) return;
      this.#waiting -= 1;
      this.#queue.delete(client);
      if (client.waiting.length > 0) this.#queue.add(client);
      this.#take(client);
      entry.start();
    }
  }

  #sweep(): void {
    const oldest = performance.now() - WAIT_TIMEOUT_MS;
    for (const client of this.#queue) {
      const firstInTime = client.waiting.findIndex(({ since }) => since > oldest);
      const expired = client.waiting.splice(0, firstInTime === -1 ? client.waiting.length : firstInTime);
      this.#waiting -= expired.length;
      for (const { refuse } of expired) refuse(this.#options.timeoutError());
      if (client.waiting.length > 0) continue;
      this.#queue.delete(client);
      this.#forget(client);
    }
    if (this.#queue.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
