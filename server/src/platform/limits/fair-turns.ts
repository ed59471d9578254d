/** More of one person's queries wait than are taken; the others go on. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/** Queries of one person that may wait. */
const MOST_WAITING = 150;
/** A connection that could not be had for so long is not waited for. */
const LONGEST_WAIT_MS = 10_000;
const SWEEP_EVERY_MS = 1000;

type Entry = {
  readonly since: number;
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
};

/** Somebody who has or wants connections; `name` is undefined for the server itself. */
type Party = { readonly name: string | undefined; inUse: number; readonly waiting: Entry[] };

type Options = {
  /** Connections that may be in use at a time, and by one person. */
  readonly slots: number;
  readonly slotsOfOne: number;
  readonly mostWaiting?: number;
  /** What one is told who waited for too long. */
  readonly late: () => Error;
};

/**
 * Hands out a pool's connections in turn: first to the server's own work, which belongs to no user (the commits that everybody
 * shares, jobs), then to whoever has the fewest in use, the longest waiting first. However much one person asks for, the
 * next query of another waits for one connection at most to come free.
 */
export class FairTurns {
  readonly #options: Options;
  readonly #own: Party = { name: undefined, inUse: 0, waiting: [] };
  readonly #parties = new Map<string, Party>();
  /** Who waits; whoever was served, or gave a connection back, goes to the end. */
  readonly #line = new Set<Party>();
  #inUse = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Calls `start` at once or when it is this one's turn; `leave` has to follow. `refuse` is called instead of it. */
  enter(name: string | undefined, start: () => void, refuse: (error: Error) => void): void {
    const { slots, mostWaiting = MOST_WAITING } = this.#options;
    const party = this.#partyOf(name);
    if (this.#inUse < slots && party.waiting.length === 0 && this.#mayUse(party)) {
      this.#take(party);
      return start();
    }
    if (name !== undefined && party.waiting.length >= mostWaiting)
      return refuse(new TooManyWaitingError('Too many queries of one person wait.'));
    party.waiting.push({ since: performance.now(), start, refuse });
    this.#line.add(party);
    this.#timer ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  /** A connection of this one came free. */
  leave(name: string | undefined): void {
    const party = this.#partyOf(name);
    party.inUse -= 1;
    this.#inUse -= 1;
    // Who has just had a connection lets those go first who have none.
    if (this.#line.delete(party)) this.#line.add(party);
    this.#forget(party);
    this.#next();
  }

  waiting(): number {
    let count = 0;
    for (const { waiting } of this.#line) count += waiting.length;
    return count;
  }

  /** How long, in milliseconds, the longest waits of those who have no connection at all, and the server itself. */
  unservedMs(): number {
    let since = Infinity;
    for (const party of this.#line)
      if (party.inUse === 0 || party === this.#own) since = Math.min(since, party.waiting[0]?.since ?? since);
    return since === Infinity ? 0 : performance.now() - since;
  }

  #partyOf(name: string | undefined): Party {
    if (name === undefined) return this.#own;
    let party = this.#parties.get(name);
    if (!party) this.#parties.set(name, (party = { name, inUse: 0, waiting: [] }));
    return party;
  }

  #mayUse(party: Party): boolean {
    return party === this.#own || party.inUse < this.#options.slotsOfOne;
  }

  #take(party: Party): void {
    party.inUse += 1;
    this.#inUse += 1;
  }

  #forget(party: Party): void {
    if (party.name !== undefined && party.inUse === 0 && party.waiting.length === 0)
      this.#parties.delete(party.name);
  }

  /** Who is next: whoever waits and has the fewest; those who have none are found first. */
  #choose(): Party | undefined {
    if (this.#own.waiting.length > 0) return this.#own;
    let chosen: Party | undefined;
    for (const party of this.#line) {
      if (!this.#mayUse(party)) continue;
      if (!chosen || party.inUse < chosen.inUse) chosen = party;
      if (chosen.inUse === 0) break;
    }
    return chosen;
  }

  #next(): void {
    while (this.#inUse < this.#options.slots) {
      const party = this.#choose();
      const entry = party?.waiting.shift();
      if (!party || !entry) return;
      this.#line.delete(party);
      if (party.waiting.length > 0) this.#line.add(party);
      this.#take(party);
      entry.start();
    }
  }

  #sweep(): void {
    const oldest = performance.now() - LONGEST_WAIT_MS;
    for (const party of this.#line) {
      const late = party.waiting.findIndex(({ since }) => since > oldest);
      const gone = party.waiting.splice(0, late === -1 ? party.waiting.length : late);
      for (const { refuse } of gone) refuse(this.#options.late());
      if (party.waiting.length > 0) continue;
      this.#line.delete(party);
      this.#forget(party);
    }
    if (this.#line.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
