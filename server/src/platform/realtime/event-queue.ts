import { setImmediate as nextTurn } from 'node:timers/promises';
import { WAITING_EVENT_CHARACTERS, WAITING_EVENTS } from '@adda/contract/platform';

/** One event of a client as it came. */
export type ClientEvent = { readonly event: string; readonly raw: unknown };

/** What a handler may leave to settle by itself: the next event of the connection may begin meanwhile. */
export type Settling = { readonly settled: Promise<void> };

type Waiting = ClientEvent & { readonly weight: number };

/**
 * Events of one connection that are carried out before others have a turn: most that come too fast wait for nothing. Those
 * that only wait for the common commit don't count: it is the larger, and its writes the fewer, the more of them there are.
 */
const EVENTS_IN_A_ROW = 4;

/** What became of an event that was offered. */
export type Offered = 'taken' | 'too_many';

/** The events of one connection, one after the other. */
export type EventQueue = {
  /** Begins the event, or lets it wait for those before it; `too_many` where no more may wait. */
  readonly offer: (event: string, raw: unknown) => Offered;
  /** Forgets what waits; answers how many. What is at work goes on. */
  readonly clear: () => number;
};

type Options = {
  /** Carries one event out; never rejects. */
  readonly carryOut: (event: string, raw: unknown) => Promise<Settling | void>;
  /** Called once for each event that was taken, when all about it is done. */
  readonly onDone: () => void;
};

/**
 * Lets one event of a connection be at work at a time. Those that wait are few and short (`WAITING_EVENTS`,
 * `WAITING_EVENT_CHARACTERS`), so that a client that sends faster than it is served costs a bounded amount of memory and
 * one query at a time. A message that only waits for the commit that it shares with others holds nothing up.
 */
export function createEventQueue({ carryOut, onDone }: Options): EventQueue {
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
      const rest = await carryOut(next.event, next.raw);
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

/** What an object, a field or a number counts for, in characters. */
const PART = 16;

/** About how many characters of memory a payload holds. */
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
