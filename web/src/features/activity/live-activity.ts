import type { ActivityChanged, ActivityItem } from '@adda/contract/activity';
import type { QueryClient } from '@tanstack/react-query';
import { changeRows, createListChanges, placeRow } from '../../platform/live-list.ts';
import type { ShellConnection } from '../../platform/realtime.ts';
import {
  activityFilters,
  activityItemsOf,
  activityKey,
  idOf,
  isListed,
  type ActivityFilter,
  type ActivityPages,
} from './activity.queries.ts';

/** Puts an item where its time belongs. One that was unread stays in the list of those, which is there while it is read. */
function withItem(
  filter: ActivityFilter,
  item: ActivityItem,
  items: readonly ActivityItem[],
  hasMore: boolean,
): readonly ActivityItem[] {
  const others = items.filter((other) => idOf(other) !== idOf(item));
  const isKept = isListed(filter, item) || (filter === 'unread' && others.length < items.length);
  return isKept ? placeRow(others, item, hasMore, (each) => each.created_at) : others;
}

const pagesOf = (client: QueryClient, filter: ActivityFilter) =>
  client.getQueryData<ActivityPages>([...activityKey, filter]);

/** Returns until when everything was read, by the last item that was; undefined if it is not loaded. */
function readUntil(client: QueryClient, upTo: string | undefined): string | undefined {
  const loaded = activityFilters.flatMap((filter) => activityItemsOf(pagesOf(client, filter)));
  return loaded.find((item) => idOf(item) === upTo)?.created_at;
}

const asRead = (item: ActivityItem): ActivityItem => ({ ...item, is_read: true });

type Page = ActivityPages['pages'][number];
const withUnread = (page: Page, unread: number): Page => ({ ...page, unread_count: unread });

/** Applies an event, or what the own reading returned, to all cached lists (NT-02). */
export function applyActivity(client: QueryClient, changed: ActivityChanged): void {
  const { unread_count: unread } = changed;
  const until = 'item' in changed ? undefined : readUntil(client, changed.read_up_to);
  const isRead = ({ created_at: at }: ActivityItem) => unread === 0 || (until !== undefined && at <= until);
  const change = (filter: ActivityFilter, items: readonly ActivityItem[], hasMore: boolean) => {
    if ('item' in changed) return withItem(filter, changed.item, items, hasMore);
    const rest = items.filter((item) => !changed.removed.includes(idOf(item)));
    if (changed.read_up_to === undefined) return rest;
    return rest.map((item) => (isRead(item) ? asRead(item) : item));
  };
  for (const filter of activityFilters) {
    client.setQueryData<ActivityPages>([...activityKey, filter], (data) => {
      if (!data) return undefined;
      const now = changeRows(data, idOf, (items, hasMore) => change(filter, items, hasMore));
      return { ...now, pages: now.pages.map((page) => withUnread(page, unread)) };
    });
  }
}

/**
 * Keeps the number at the bell and the cached lists of what happened up to date (NT-02), and requests them again whenever
 * the connection is there. Returns the function that stops it.
 */
export function followActivity(
  connection: Pick<ShellConnection, 'on' | 'onState'>,
  client: QueryClient,
): () => void {
  const changes = createListChanges<ActivityChanged>(client, activityKey, (changed) =>
    applyActivity(client, changed),
  );
  const stops = [
    changes.stop,
    connection.on('activity', changes.hear),
    connection.onState((state) => {
      // The first time, too: the number was requested before the connection was there.
      if (state === 'connected') void client.invalidateQueries({ queryKey: activityKey });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
