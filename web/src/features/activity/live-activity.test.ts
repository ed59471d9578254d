import type { ActivityItem } from '@adda/contract/activity';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { minutesAgo } from '../../test/people-page.tsx';
import { createShellConnection } from '../../test/shell-connection.fixture.ts';
import { activityIdOf, actorsOf, itemOf } from './activity.fixture.ts';
import {
  activityItemsOf,
  activityKey,
  unreadOf,
  type ActivityFilter,
  type ActivityPages,
} from './activity.queries.ts';
import { followActivity } from './live-activity.ts';

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
});

const keyOf = (filter: ActivityFilter) => [...activityKey, filter];
const hold = (filter: ActivityFilter, items: ActivityItem[], unread = 0, next: string | null = null) =>
  client.setQueryData(keyOf(filter), {
    pages: [{ items, unread_count: unread, next_cursor: next }],
    pageParams: [''],
  });
const data = (filter: ActivityFilter) => client.getQueryData<ActivityPages>(keyOf(filter));
const held = (filter: ActivityFilter = 'all') => activityItemsOf(data(filter));
const numbers = (filter?: ActivityFilter) =>
  held(filter).map(({ activity_id: id }) => Number.parseInt(id, 16));

function follow() {
  const { connection, ...server } = createShellConnection();
  const stop = followActivity(connection, client);
  onTestFinished(stop);
  return { ...server, stop };
}

const isRead = (filter?: ActivityFilter) => held(filter).map((item) => item.is_read);

it('NT-02: a new item comes first, with the number of unread ones', () => {
  hold('all', [itemOf(5), itemOf(8)]);
  follow().say('activity', { item: itemOf(1, { is_read: false }), unread_count: 1 });
  expect(numbers()).toEqual([1, 5, 8]);
  expect(unreadOf(data('all'))).toBe(1);
});

it('NT-01: a new actor moves an item up, which is listed once', () => {
  hold('all', [itemOf(5), itemOf(8)]);
  const actors = actorsOf('omar', 'esha');
  follow().say('activity', {
    item: itemOf(8, { actors, actor_count: 2, created_at: minutesAgo(0), is_read: false }),
    unread_count: 1,
  });
  expect(numbers()).toEqual([8, 5]);
  expect(held()[0]).toMatchObject({ actor_count: 2, actors, is_read: false });
});

it('NT-02: an item that is older than the loaded ones is left to its page', () => {
  hold('all', [itemOf(1), itemOf(5)], 0, 'next');
  const { say } = follow();
  say('activity', { item: itemOf(50), unread_count: 0 });
  expect(numbers()).toEqual([1, 5]);
  hold('all', [itemOf(1), itemOf(5)]);
  say('activity', { item: itemOf(50), unread_count: 0 });
  expect(numbers()).toEqual([1, 5, 50]);
});

it('NT-01: an item comes into the filters that list it', () => {
  for (const filter of ['all', 'unread', 'replies', 'posts', 'money'] as const) hold(filter, []);
  const { say } = follow();
  say('activity', { item: itemOf(1, { is_read: false }), unread_count: 1 });
  say('activity', { item: itemOf(2, { kind: 'reply' }), unread_count: 1 });
  say('activity', { item: itemOf(3, { kind: 'payout' }), unread_count: 1 });
  expect(numbers('all')).toEqual([1, 2, 3]);
  expect(numbers('unread')).toEqual([1]);
  expect(numbers('replies')).toEqual([2]);
  expect(numbers('posts')).toEqual([1]);
  expect(numbers('money')).toEqual([3]);
});

it('NT-02: removed items are gone from every list', () => {
  hold('all', [itemOf(1, { is_read: false }), itemOf(5)], 1);
  hold('posts', [itemOf(1, { is_read: false })], 1);
  follow().say('activity', { removed: [activityIdOf(1)], unread_count: 0 });
  expect(numbers()).toEqual([5]);
  expect(numbers('posts')).toEqual([]);
  expect(unreadOf(data('all'))).toBe(0);
});

it('NT-02: a read on another device reads what is as old or older, and leaves what came later', () => {
  const unread = { is_read: false };
  hold('all', [itemOf(1, unread), itemOf(5, unread), itemOf(8, unread)], 3);
  hold('posts', [itemOf(8, unread)], 3);
  const { say } = follow();
  say('activity', { removed: [], read_up_to: activityIdOf(5), unread_count: 1 });
  expect(isRead()).toEqual([false, true, true]);
  expect(isRead('posts')).toEqual([true]);
  expect(unreadOf(data('all'))).toBe(1);
  // The item that was read up to is not loaded here, but nothing is unread any more.
  say('activity', { removed: [], read_up_to: activityIdOf(99), unread_count: 0 });
  expect(isRead()).toEqual([true, true, true]);
});

it('NT-02: an item that comes while a list is requested is not lost by an older response', async () => {
  hold('all', [itemOf(5)]);
  const { say } = follow();
  const { promise, resolve } = Promise.withResolvers<void>();
  const old = client.fetchQuery({
    queryKey: keyOf('all'),
    queryFn: async () => {
      await promise;
      return { pages: [{ items: [itemOf(5)], unread_count: 0, next_cursor: null }], pageParams: [''] };
    },
  });
  say('activity', { item: itemOf(1, { is_read: false }), unread_count: 1 });
  resolve();
  await old;
  await vi.waitFor(() => expect(numbers()).toEqual([1, 5]));
  expect(unreadOf(data('all'))).toBe(1);
});

it('R-04: a connect requests the lists again, the first one too: they were requested before it', () => {
  for (const isAgain of [false, true]) {
    hold('all', []);
    const { connect, stop } = follow();
    expect(client.getQueryState(keyOf('all'))?.isInvalidated).toBe(false);
    connect(isAgain);
    expect(client.getQueryState(keyOf('all'))?.isInvalidated).toBe(true);
    stop();
  }
});

it('stops after unsubscribing', () => {
  const { stop, listeners } = follow();
  expect(listeners()).toBeGreaterThan(0);
  stop();
  expect(listeners()).toBe(0);
});
