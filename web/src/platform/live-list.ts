import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { rowsOf, type ItemPages } from './list-calls.ts';

/** Changes the rows of loaded pages. All of them go into the first page: the cursors stay, and so does the order. */
export function changeRows<Item, Pages extends ItemPages<Item>>(
  data: Pages,
  keyOf: (item: Item) => string,
  change: (items: readonly Item[], hasMore: boolean) => readonly Item[],
): Pages {
  const hasMore = data.pages.at(-1)?.next_cursor !== null;
  const items = [...change(rowsOf(data, keyOf), hasMore)];
  return { ...data, pages: data.pages.map((page, index) => ({ ...page, items: index === 0 ? items : [] })) };
}

/**
 * Puts a row where its time belongs, the newest first. Behind the last row of a list with further pages it is left out: they
 * bring it.
 */
export function placeRow<Item>(
  items: readonly Item[],
  item: Item,
  hasMore: boolean,
  timeOf: (item: Item) => string,
): readonly Item[] {
  const older = items.findIndex((other) => timeOf(other) <= timeOf(item));
  if (older !== -1) return items.toSpliced(older, 0, item);
  return hasMore ? items : [...items, item];
}

/**
 * Applies changes to cached lists: each one at once, and those that come while a list is requested once more to its response,
 * which may be older. `hear` takes a change, `stop` ends it.
 */
export function createListChanges<Change>(
  client: QueryClient,
  queryKey: QueryKey,
  apply: (change: Change) => void,
): { readonly hear: (change: Change) => void; readonly stop: () => void } {
  let duringRequest: Change[] = [];
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || duringRequest.length === 0 || query.queryKey[0] !== queryKey[0]) return;
    if (client.isFetching({ queryKey }) > 0) return;
    const missed = duringRequest;
    duringRequest = [];
    for (const change of missed) apply(change);
  });
  const hear = (change: Change) => {
    apply(change);
    if (client.isFetching({ queryKey }) > 0) duringRequest.push(change);
  };
  return { hear, stop };
}
