import type { FeedPosition } from './feed-position.ts';

/** Maximum number of cached positions over all viewers. */
const POSITIONS_MAX = 20_000;
/** A list of a client that sends no moment restarts after this idle time. */
const IDLE_MS = 30 * 60_000;

/** The list that a client requests: a viewer's, as of a moment, or the one that the viewer began last. */
export type RequestedList = { readonly viewerId: number; readonly asOf: Date | undefined };
type List = { readonly positions: Map<number, FeedPosition>; usedAt: number };

/**
 * Creates a cache of cursors per list, so that a client that pages by `skip` gets the same results as fast as one that
 * returns the cursor. Local to this node: on a cache miss the items are counted from the start.
 */
export function createListCache({ now = Date.now, most = POSITIONS_MAX } = {}) {
  /** By viewer and moment, least recently used first. */
  const lists = new Map<string, List>();
  let size = 0;

  const keyOf = ({ viewerId, asOf }: RequestedList) => `${viewerId} ${asOf?.getTime() ?? ''}`;

  function find(requested: RequestedList): List | undefined {
    const key = keyOf(requested);
    const list = lists.get(key);
    if (!list) return undefined;
    lists.delete(key);
    if (!requested.asOf && now() - list.usedAt > IDLE_MS) {
      size -= list.positions.size;
      return undefined;
    }
    lists.set(key, list);
    list.usedAt = now();
    return list;
  }

  function evictOldest(): void {
    for (const [key, { positions }] of lists) {
      for (const count of positions.keys()) {
        if (size <= most) return;
        positions.delete(count);
        size -= 1;
      }
      lists.delete(key);
    }
  }

  return {
    /** Caches the cursor behind the first `position.count` items of the list. */
    remember(requested: RequestedList, position: FeedPosition): void {
      const list = find(requested) ?? { positions: new Map<number, FeedPosition>(), usedAt: now() };
      lists.set(keyOf(requested), list);
      if (!list.positions.delete(position.count)) size += 1;
      list.positions.set(position.count, position);
      evictOldest();
    },
    /** Returns the furthest cached position that is not beyond `skip` items; undefined if the list is unknown. */
    nearest(requested: RequestedList, skip: number): FeedPosition | undefined {
      const positions = find(requested)?.positions;
      const exact = positions?.get(skip);
      if (exact || !positions) return exact;
      let found: FeedPosition | undefined;
      for (const position of positions.values())
        if (position.count < skip && position.count > (found?.count ?? 0)) found = position;
      return found;
    },
  };
}
