import type { FeedPosition } from './feed-position.ts';

/** Positions that are kept at most, over all viewers. */
const POSITIONS_MAX = 20_000;
/** A list of a client that does not say of which moment begins anew when nothing of it was asked for so long. */
const IDLE_MS = 30 * 60_000;

/** The list that a client means: somebody’s, as of a moment, or the one that they began last. */
export type AskedList = { readonly viewerId: number; readonly asOf: Date | undefined };
type List = { readonly positions: Map<number, FeedPosition>; usedAt: number };

/**
 * Remembers where lists went on, so that a client that only counts (`skip`) pages as surely and as fast as one that hands
 * the position back. A hint of this node: what is not in it is counted out.
 */
export function createListMemory({ now = Date.now, most = POSITIONS_MAX } = {}) {
  /** By viewer and moment, the one that was used the longest ago first. */
  const lists = new Map<string, List>();
  let size = 0;

  const keyOf = ({ viewerId, asOf }: AskedList) => `${viewerId} ${asOf?.getTime() ?? ''}`;

  function find(asked: AskedList): List | undefined {
    const key = keyOf(asked);
    const list = lists.get(key);
    if (!list) return undefined;
    lists.delete(key);
    if (!asked.asOf && now() - list.usedAt > IDLE_MS) {
      size -= list.positions.size;
      return undefined;
    }
    lists.set(key, list);
    list.usedAt = now();
    return list;
  }

  function forgetOldest(): void {
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
    /** Notes where the list that was asked for goes on behind its first `position.count` items. */
    remember(asked: AskedList, position: FeedPosition): void {
      const list = find(asked) ?? { positions: new Map<number, FeedPosition>(), usedAt: now() };
      lists.set(keyOf(asked), list);
      if (!list.positions.delete(position.count)) size += 1;
      list.positions.set(position.count, position);
      forgetOldest();
    },
    /** The furthest known position that is not behind `skip` items; undefined where nothing is known of the list. */
    nearest(asked: AskedList, skip: number): FeedPosition | undefined {
      const positions = find(asked)?.positions;
      const exact = positions?.get(skip);
      if (exact || !positions) return exact;
      let found: FeedPosition | undefined;
      for (const position of positions.values())
        if (position.count < skip && position.count > (found?.count ?? 0)) found = position;
      return found;
    },
  };
}
