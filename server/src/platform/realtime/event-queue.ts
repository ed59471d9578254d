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

/** The result of `offer`. */
export type Offered = 'taken' | 'too_many';

/** The queue of one connection's events. */
export type EventQueue = {
  /** Processes the event now or queues it. Returns `too_many` when the queue is full. */
  readonly offer: (event: string, raw: unknown) => Offered;
  /** Drops all queued events. Returns how many. Running events continue. */
  readonly clear: () => number;
};

type Options = {
  /** Processes one event. Never rejects. */
  readonly processEvent: (event: string, raw: unknown) => Promise<Settling | void>;
  /** Called once for each accepted event when it is complete. */
  readonly onDone: () => void;
};

/**
 * Processes one event of a connection at a time. The queue is short and small (`WAITING_EVENTS`,
 * `WAITING_EVENT_CHARACTERS`), so that a client that sends too fast costs bounded memory and one query at a time. A
 * message that only waits for the shared group commit does not block the queue.
 */
export function createEventQueue({ processEvent, onDone }: Options): EventQueue {
  let waiting: Waiting[] = [];
  let weight = 0;
  let settling = 0;
  let isBusy = false;

  function settle({ settled }: Settling): void {
    settling += 1;
    void settled.finally(() => {
      settling -= 1;
      onDone();
    });
  }

  async function run(event: string, raw: unknown): Promise<void> {
    isBusy = true;
    let next: ClientEvent | undefined = { event, raw };
    let inRow = 0;
    while (next) {
      const rest = await processEvent(next.event, next.raw);
      if (rest) settle(rest);
      else onDone();
      if (!rest) inRow += 1;
      if (inRow >= EVENTS_IN_A_ROW && waiting.length > 0) {
        inRow = 0;
        await nextTurn();
      }
      const following = waiting.shift();
      if (following) weight -= following.weight;
      next = following;
    }
    isBusy = false;
  }

  return {
    offer: (event, raw) => {
      if (waiting.length + settling >= WAITING_EVENTS) return 'too_many';
      if (!isBusy) {
        void run(event, raw);
        return 'taken';
      }
      const more = weightOf(raw);
      if (waiting.length > 0 && weight + more > WAITING_EVENT_CHARACTERS) return 'too_many';
      waiting.push({ event, raw, weight: more });
      weight += more;
      return 'taken';
    },
    clear: () => {
      const dropped = waiting.length;
      waiting = [];
      weight = 0;
      for (let index = 0; index < dropped; index += 1) onDone();
      return dropped;
    },
  };
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
