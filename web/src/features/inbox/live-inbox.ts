import type { InboxChanged, InboxFilter, InboxItem } from '@adda/contract/inbox';
import type { PrivateOutgoing } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import { changeRows, createListChanges, placeRow } from '../../platform/live-list.ts';
import type { ShellConnection } from '../../platform/realtime.ts';
import { inboxFilters, inboxKey, isListed, rowKeyOf, type InboxPages } from './inbox.queries.ts';

/** Updates the rows of a cached list. */
function changeList(
  client: QueryClient,
  filter: InboxFilter,
  change: (items: readonly InboxItem[], hasMore: boolean) => readonly InboxItem[],
): void {
  client.setQueryData<InboxPages>(
    [...inboxKey, filter],
    (data) => data && changeRows(data, rowKeyOf, change),
  );
}

/**
 * Puts a row where its time belongs. A row that was unread stays in the list of those, since it may be the one that is being
 * read; the list hides the others.
 */
function withItem(
  filter: InboxFilter,
  item: InboxItem,
  items: readonly InboxItem[],
  hasMore: boolean,
): readonly InboxItem[] {
  const key = rowKeyOf(item);
  const others = items.filter((other) => rowKeyOf(other) !== key);
  const isKept = isListed(filter, item) || (filter === 'unread' && others.length < items.length);
  return isKept ? placeRow(others, item, hasMore, (row) => row.updated_at) : others;
}

/** Applies an event to all cached lists (HM-01). */
export function applyChange(client: QueryClient, changed: InboxChanged): void {
  for (const filter of inboxFilters) {
    changeList(client, filter, (items, hasMore) => {
      if ('item' in changed) return withItem(filter, changed.item, items, hasMore);
      const gone = rowKeyOf(changed.removed);
      return items.filter((item) => rowKeyOf(item) !== gone);
    });
  }
}

/** Changes the row of a private chat in all cached lists, without moving it. */
function changeChat(
  client: QueryClient,
  username: string,
  change: (item: InboxItem & { kind: 'private' }) => InboxItem,
): void {
  for (const filter of inboxFilters) {
    changeList(client, filter, (items) =>
      items.map((item) => (item.kind === 'private' && item.username === username ? change(item) : item)),
    );
  }
}

/** Whether a row's message was received or read (FT-03). */
function withStatus(
  item: InboxItem & { kind: 'private' },
  { username, up_to_sequence: upTo, delivered_at, read_at }: PrivateOutgoing['message_status'],
): InboxItem {
  const { latest_message: latest } = item;
  if (!latest || latest.sender === username || latest.sequence > upTo) return item;
  return {
    ...item,
    latest_message: {
      ...latest,
      delivered_at: latest.delivered_at ?? delivered_at,
      read_at: latest.read_at ?? read_at,
      is_read: latest.is_read || read_at !== null,
    },
  };
}

/**
 * Keeps the cached lists of the inbox up to date (HM-01), also after a connect. Returns the function that stops it.
 */
export function followInbox(
  connection: Pick<ShellConnection, 'on' | 'onState'>,
  client: QueryClient,
): () => void {
  const changes = createListChanges<InboxChanged>(client, inboxKey, (changed) =>
    applyChange(client, changed),
  );
  const stops = [
    changes.stop,
    connection.on('inbox_changed', changes.hear),
    connection.on('message_status', (status) =>
      changeChat(client, status.username, (item) => withStatus(item, status)),
    ),
    connection.on('user_status', ({ username, is_online: isOnline }) =>
      changeChat(client, username, (item) => ({ ...item, is_online: isOnline })),
    ),
    // Earlier events are not repeated.
    connection.onState((state) => {
      if (state === 'connected') void client.invalidateQueries({ queryKey: inboxKey });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
