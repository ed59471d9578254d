import type { InboxItem } from '@adda/contract/inbox';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createShellConnection } from '../../test/shell-connection.fixture.ts';
import { minutesAgo } from '../../test/people-page.tsx';
import { GROUP_ID } from '../rooms/rooms.fixture.ts';
import { chatRow, roomRow } from './inbox.fixture.ts';
import { inboxItemsOf, inboxKey, type InboxPages } from './inbox.queries.ts';
import { followInbox } from './live-inbox.ts';

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
});

type Filter = 'all' | 'unread' | 'rooms' | 'people';
const keyOf = (filter: Filter) => [...inboxKey, filter];

const hold = (filter: Filter, pages: InboxItem[][], next: string | null = null) =>
  client.setQueryData(keyOf(filter), {
    pages: pages.map((items, n) => ({ items, next_cursor: n < pages.length - 1 ? `c${n}` : next })),
    pageParams: pages.map((_, n) => (n === 0 ? '' : `c${n - 1}`)),
  });
const held = (filter: Filter = 'all') => inboxItemsOf(client.getQueryData<InboxPages>(keyOf(filter)));
const names = (filter?: Filter) => held(filter).map(({ name }) => name);

function follow() {
  const { connection, ...server } = createShellConnection();
  const stop = followInbox(connection, client);
  onTestFinished(stop);
  return { ...server, stop };
}

const at = (minutes: number) => ({ updated_at: minutesAgo(minutes) });

it('HM-01: a row that changed moves up and is listed once, with its cursors kept', () => {
  hold('all', [[chatRow('zoya', at(5))], [roomRow(at(8)), chatRow('riya', at(9))]], 'c9');
  follow().say('inbox_changed', { item: roomRow({ ...at(1), unread_count: 1 }) });
  expect(names()).toEqual(['Rooftop Nights', 'zoya', 'riya']);
  expect(held()[0]).toMatchObject({ unread_count: 1 });
  expect(client.getQueryData(keyOf('all'))).toMatchObject({
    pages: [{ next_cursor: 'c0' }, { next_cursor: 'c9' }],
    pageParams: ['', 'c0'],
  });
});

it('HM-01: a row whose newest message was deleted moves down, behind the loaded rows only once they are all', () => {
  hold('all', [[roomRow(at(1)), chatRow('zoya', at(5))]], 'c0');
  const { say } = follow();
  say('inbox_changed', { item: roomRow(at(90)) });
  expect(names()).toEqual(['zoya']);
  hold('all', [[roomRow(at(1)), chatRow('zoya', at(5))]]);
  say('inbox_changed', { item: roomRow(at(90)) });
  expect(names()).toEqual(['zoya', 'Rooftop Nights']);
});

it('HM-01: a row comes into the filters that list it, and a read one stays for who is reading it', () => {
  for (const filter of ['all', 'unread', 'rooms', 'people'] as const) hold(filter, [[]]);
  const { say } = follow();
  say('inbox_changed', { item: roomRow() });
  expect([names('rooms'), names('people'), names('unread')]).toEqual([['Rooftop Nights'], [], []]);
  say('inbox_changed', { item: roomRow({ unread_count: 2 }) });
  expect(names('unread')).toEqual(['Rooftop Nights']);
  say('inbox_changed', { item: roomRow() });
  expect(held('unread')).toMatchObject([{ unread_count: 0 }]);
});

it('HM-01: what was left or blocked goes from all lists', () => {
  hold('all', [[roomRow(), chatRow('riya'), chatRow('zoya')]]);
  hold('people', [[chatRow('riya'), chatRow('zoya')]]);
  const { say } = follow();
  say('inbox_changed', { removed: { group_id: GROUP_ID } });
  say('inbox_changed', { removed: { username: 'riya' } });
  expect([names(), names('people')]).toEqual([['zoya'], ['zoya']]);
});

it('SV-23: presence changes a row where it stands', () => {
  hold('all', [[roomRow(), chatRow('riya', { is_online: false })]]);
  follow().say('user_status', { username: 'riya', is_online: true, last_active: null });
  expect(held()[1]).toMatchObject({ name: 'riya', is_online: true });
});

it('HM-01, R-04: an event during a request is not lost by its older response', async () => {
  const answer = Promise.withResolvers<InboxPages>();
  hold('all', [[chatRow('zoya', at(5))]]);
  const { say } = follow();
  const request = client.fetchQuery({ queryKey: keyOf('all'), queryFn: () => answer.promise });
  say('inbox_changed', { item: roomRow(at(1)) });
  answer.resolve({ pages: [{ items: [chatRow('zoya', at(5))], next_cursor: null }], pageParams: [''] });
  await request;
  await vi.waitFor(() => expect(names()).toEqual(['Rooftop Nights', 'zoya']));
});

it('stops when the returned function is called', () => {
  const { stop, listeners } = follow();
  expect(listeners()).toBeGreaterThan(0);
  stop();
  expect(listeners()).toBe(0);
});
