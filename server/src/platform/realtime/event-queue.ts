import { setImmediate as nextTurn } from 'node:timers/promises';
import { WAITING_EVENT_CHARACTERS, WAITING_EVENTS } from '@adda/contract/platform';

/** An event of a client, unvalidated. */
export type ClientEvent = { readonly event: string; readonly raw: unknown };

/** Returned by a handler whose completion need not delay the next event of the connection. */
export type Settling = { readonly settled: Promise<void> };

type Waiting = ClientEvent & { readonly weight: number };

/**
 * Events of one connection that are processed before it yields: most events of a flood complete without waiting.
 * Events that only wait for the group commit don't count: larger batches need fewer writes.
 */
const EVENTS_IN_A_ROW = 4;

/** The queue of a connection in which nothing waits; shared, and never changed. */
const NOTHING: Waiting[] = [];

/** The result of `offer`. */
export type Offered = 'taken' | 'too_many';

/** What the queue calls. */
export type QueueOwner = {
  /** Processes one event. Never rejects. */
  processEvent(event: string, raw: unknown): Promise<Settling | void>;
  /** Called once for each accepted event when it is complete. */
  onDone(): void;
};

/**
 * Processes one event of a connection at a time. The queue is short and small (`WAITING_EVENTS`,
 * `WAITING_EVENT_CHARACTERS`), so that a client that sends too fast costs bounded memory and one query at a time. A
 * message that only waits for the shared group commit does not block the queue.
 */
export class EventQueue {
  readonly #owner: QueueOwner;
  #waiting: Waiting[] = NOTHING;
  #weight = 0;
  #settling = 0;
  #isBusy = false;

  constructor(owner: QueueOwner) {
    this.#owner = owner;
  }

  /** Processes the event now or queues it. Returns `too_many` when the queue is full. */
  offer(event: string, raw: unknown): Offered {
    const { length } = this.#waiting;
    if (length + this.#settling >= WAITING_EVENTS) return 'too_many';
    if (!this.#isBusy) {
      void this.#run(event, raw);
      return 'taken';
    }
    const weight = weightOf(raw);
    if (length > 0 && this.#weight + weight > WAITING_EVENT_CHARACTERS) return 'too_many';
    if (this.#waiting === NOTHING) this.#waiting = [];
    this.#waiting.push({ event, raw, weight });
    this.#weight += weight;
    return 'taken';
  }

  /** Drops all queued events. Returns how many. Running events continue. */
  clear(): number {
    const { length } = this.#waiting;
    this.#waiting = NOTHING;
    this.#weight = 0;
    for (let index = 0; index < length; index += 1) this.#owner.onDone();
    return length;
  }

  #settle({ settled }: Settling): void {
    this.#settling += 1;
    void settled.finally(() => {
      this.#settling -= 1;
      this.#owner.onDone();
    });
  }

  async #run(event: string, raw: unknown): Promise<void> {
    this.#isBusy = true;
    let next: ClientEvent | undefined = { event, raw };
    let inRow = 0;
    while (next) {
      const rest = await this.#owner.processEvent(next.event, next.raw);
      if (rest) this.#settle(rest);
      else this.#owner.onDone();
      if (!rest) inRow += 1;
      if (inRow >= EVENTS_IN_A_ROW && this.#waiting.length > 0) {
        inRow = 0;
        await nextTurn();
      }
      const following = this.#waiting.shift();
      if (following) this.#weight -= following.weight;
      next = following;
    }
    this.#isBusy = false;
  }
}

/** Weight of an object, a field or a number, in characters. */
const PART = 16;

/** Estimates the memory of a payload in characters. */
function weightOf(payload: unknown): number {
  const parts = [payload];
  let weight = 0;
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    weight += PART;
    if (typeof part === 'string') weight += part.length;
    else if (typeof part === 'object' && part !== null)
      for (const [name, value] of Object.entries(part)) {
        weight += name.length;
        parts.push(value ?? null);
      }
  }
  return weight;
}
