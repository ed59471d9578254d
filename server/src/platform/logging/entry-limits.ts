/** Entries of one event and source in a window. */
export const ENTRIES_PER_SOURCE = 10;
/** Entries of one event in a window, from all sources that share this limit. */
export const ENTRIES_PER_EVENT = 300;

/** How many entries of an event were left out. Without a source: of those that came after the event's own limit. */
export type LeftOut<Event extends string> = {
  readonly event: Event;
  readonly source: string | undefined;
  readonly count: number;
};

type Counts = { readonly bySource: Map<string, number>; written: number; leftOut: number };

/**
 * Limits the entries of a log in a window of time, so that an attack can't fill the disk. Needs memory only for sources of
 * which something was written. `hasEventLimit`: whether all sources of an event share a limit, too.
 */
export function createEntryLimits<Event extends string>(hasEventLimit: (event: Event) => boolean) {
  let events = new Map<Event, Counts>();
  const countsOf = (event: Event): Counts => {
    let counts = events.get(event);
    if (!counts) events.set(event, (counts = { bySource: new Map(), written: 0, leftOut: 0 }));
    return counts;
  };
  return {
    /** Counts an entry. Returns whether it may be written. */
    mayWrite(event: Event, source: string): boolean {
      const counts = countsOf(event);
      const count = counts.bySource.get(source) ?? 0;
      if (count === 0 && hasEventLimit(event) && counts.written >= ENTRIES_PER_EVENT) {
        counts.leftOut += 1;
        return false;
      }
      counts.bySource.set(source, count + 1);
      if (count >= ENTRIES_PER_SOURCE) return false;
      if (hasEventLimit(event) && counts.written >= ENTRIES_PER_EVENT) return false;
      counts.written += 1;
      return true;
    },

    /** Begins a new window. Returns what was left out in the old one. */
    endWindow(): LeftOut<Event>[] {
      const ended = events;
      events = new Map();
      return [...ended].flatMap(([event, counts]) => leftOutOf(event, counts));
    },
  };
}

/** The sources with the most entries are named, the others are counted together. */
const NAMED_SOURCES = 10;

function leftOutOf<Event extends string>(event: Event, { bySource, written, leftOut }: Counts) {
  const most = [...bySource]
    .filter(([, count]) => count > ENTRIES_PER_SOURCE)
    .map(([source, count]) => ({ event, source, count: count - ENTRIES_PER_SOURCE }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, NAMED_SOURCES);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const rest = sum([...bySource.values()]) + leftOut - written - sum(most.map(({ count }) => count));
  const all: LeftOut<Event>[] = most;
  return rest > 0 ? [...all, { event, source: undefined, count: rest }] : all;
}
