import type { ActivityItem } from '@adda/contract/activity';
import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform/api.ts';
import {
  activityItemsOf,
  activityKey,
  activityList,
  idOf,
  unreadOf,
  type ActivityPages,
} from './activity.queries.ts';
import { applyActivity } from './live-activity.ts';

/** Time before what arrives while the list is open is reported as read, in ms: many likes in a row are one request. */
const READ_AFTER_MS = 1000;

const unreadKey = [...activityKey, 'unread'];

/**
 * Loads what is unread before it is reported as read: afterwards the server has no such list. If all of it is loaded, no request
 * is made.
 */
async function holdUnread(client: QueryClient): Promise<void> {
  if (client.getQueryData(unreadKey)) return;
  const all = client.getQueryData<ActivityPages>([...activityKey, 'all']);
  const items = activityItemsOf(all).filter((item) => !item.is_read);
  const unread = unreadOf(all);
  if (items.length < unread) await client.prefetchInfiniteQuery(activityList(client, 'unread'));
  else {
    client.setQueryData<ActivityPages>(unreadKey, {
      pages: [{ items: [...items], unread_count: unread, next_cursor: null }],
      pageParams: [''],
    });
  }
}

/** Reports everything up to an item as read. If that fails, it stays unread until something else happens. */
async function read(client: QueryClient, upTo: string): Promise<void> {
  await holdUnread(client);
  const answer = await api('POST /activity/read', { body: { up_to: upTo } }).catch(() => undefined);
  if (answer) applyActivity(client, { removed: [], read_up_to: upTo, ...answer });
}

/** Reports what is shown as read while the page is visible (NT-02). */
function useReading(newest: ActivityItem | undefined, unread: number): void {
  const client = useQueryClient();
  const hasRead = useRef(false);
  const isUnread = unread > 0;
  useEffect(() => {
    if (!isUnread || !newest) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => void read(client, idOf(newest)), hasRead.current ? READ_AFTER_MS : 0);
      hasRead.current = true;
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, newest, isUnread]);
}

const idsOf = (items: readonly ActivityItem[]): ReadonlySet<string> => new Set(items.map(idOf));

/** What is known of an opening of the list. */
type Opening = {
  /** Items that were unread since it was opened. */
  readonly fresh: ReadonlySet<string>;
  /** Items that were listed when it was opened, or have been said since. */
  readonly known: ReadonlySet<string>;
  /** The newest item that came since. */
  readonly said: ActivityItem | undefined;
};

const missing = (ids: ReadonlySet<string>, items: readonly ActivityItem[]) =>
  items.filter((item) => !ids.has(idOf(item)));

/** Follows the items through an opening: what stays marked as new until it is closed, and what is said when it comes. */
function useOpenedItems(items: readonly ActivityItem[] | undefined): Opening {
  const [opening, setOpening] = useState<Opening>();
  const { fresh, known, said } = opening ?? { fresh: new Set(), known: idsOf(items ?? []), said: undefined };
  const nowFresh = missing(fresh, items?.filter((item) => !item.is_read) ?? []);
  // Only the first can be something that has just happened: older pages come at the end.
  const newest = items?.slice(0, 1) ?? [];
  const [arrived] = missing(known, newest);
  const isChanged = nowFresh.length > 0 || arrived !== undefined;
  if (items && (isChanged || !opening)) {
    setOpening({
      fresh: new Set([...fresh, ...nowFresh.map(idOf)]),
      known: new Set([...known, ...items.map(idOf)]),
      said: arrived ?? said,
    });
  }
  return { fresh, known, said };
}

/**
 * Opens the list: reads what is shown, and returns whether an item is new, and the newest item that came since. New items stay
 * marked, and listed as unread, until the list is closed.
 */
export function useOpening() {
  const client = useQueryClient();
  const { data } = useInfiniteQuery(activityList(client, 'all'));
  const items = data && activityItemsOf(data);
  const { data: unread } = useInfiniteQuery({ ...activityList(client, 'unread'), enabled: false });
  const { fresh, said } = useOpenedItems(items);
  useReading(items?.[0], unreadOf(data));
  const heldUnread = idsOf(activityItemsOf(unread));
  const isNew = (item: ActivityItem): boolean =>
    !item.is_read || fresh.has(idOf(item)) || heldUnread.has(idOf(item));
  return { isNew, said };
}
