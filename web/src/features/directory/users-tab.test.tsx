import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { minutesAgo, refused, showPeople, userOf, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { filterStore } from './filter-store.ts';
import { noFilters } from './filters.ts';
import { UsersActions, UsersTab, UsersTitle } from './users-tab.tsx';

const view = () => (
  <>
    <h2>
      <UsersTitle />
    </h2>
    <UsersActions />
    <UsersTab />
  </>
);

const listing =
  (users: ReturnType<typeof userOf>[], next: string | null = null): RequestHandler =>
  () => ({ body: { users, next_last_id: next } });

const show = (answering: RequestHandler, at?: string) => showPeople(view, answering, 'asha', at);
const card = (name: string) => screen.findByRole('link', { name: new RegExp(name) });
const queryOf = (path: string | undefined) =>
  Object.fromEntries(new URL(path ?? '', 'http://test').searchParams);

describe('the directory', () => {
  it('DI-01, DI-02, DI-18: requests 25 users and counts the loaded ones', async () => {
    const page = await show(listing([userOf('zoya'), userOf('kabir', { sex: 'male' })]));
    expect(await screen.findByRole('heading', { name: 'Users 2' })).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Users' })).toBeTruthy();
    expect(page.asked('GET /users/list').map(({ path }) => queryOf(path))).toEqual([{ limit: '25' }]);
  });

  it('DI-06: a card has initial, gender, age, place and a dot for users who are online', async () => {
    await show(listing([userOf('zoya', { is_online: true, last_active: minutesAgo(90) })]));
    const text = (await card('zoya')).textContent;
    expect(text).toContain('Zzoya');
    expect(text).toContain('Female');
    expect(text).toContain('24 · Punjab, India');
    expect(text).toContain('Online');
    expect(text).not.toContain('1h');
  });

  it.each([
    [4, 'Online'],
    [12, '12m'],
    [3 * 60 + 5, '3h'],
    [2 * 24 * 60 + 5, '2d'],
  ])('DI-06, DI-07, X-20, CO-41: active %i minutes ago reads %s', async (minutes, words) => {
    await show(listing([userOf('zoya', { last_active: minutesAgo(minutes) })]));
    expect(await within(await card('zoya')).findByText(words)).toBeTruthy();
  });

  it('DI-06: women and men have different colours', async () => {
    await show(listing([userOf('zoya'), userOf('meera'), userOf('kabir', { sex: 'male' })]));
    await card('zoya');
    const colours = screen
      .getAllByRole('link')
      .map((link) => /bg-\(--person-\d+-bg\)/.exec(link.innerHTML)?.[0]);
    expect(colours[0]).toBeDefined();
    expect(colours[1]).toBe(colours[0]);
    expect(colours[2]).not.toBe(colours[0]);
  });

  it('DI-04, X-31: the United States have their full name', async () => {
    await show(listing([userOf('zoya', { country: 'USA', state: 'Ohio' })]));
    expect((await card('zoya')).textContent).toContain('Ohio, United States');
  });

  it('SH-25: pressing a card opens the private chat', async () => {
    const page = await show(listing([userOf('zoya')]));
    await page.person.click(await card('zoya'));
    await waitFor(() => expect(page.where()).toBe('/v1/chat/zoya'));
  });

  it('SH-57: of two quick presses with a chat open the last one counts', async () => {
    const page = await show(listing([userOf('zoya'), userOf('meera')]), '/v1/chat/riya');
    await page.person.click(await card('zoya'));
    await page.person.click(await card('meera'));
    expect(page.where()).toBe('/v1/chat/riya');
    await waitFor(() => expect(page.where()).toBe('/v1/chat/meera'));
  });

  it('DI-02, DI-13: the next page is loaded by cursor; a plus says that there are more', async () => {
    const first = Array.from({ length: 25 }, (_, n) => userOf(`first${n}`));
    const page = await show(({ path }) => {
      const cursor = queryOf(path).last_id;
      if (cursor === undefined) return { body: { users: first, next_last_id: 'c1' } };
      return cursor === 'c1' ? { body: { users: [userOf('last')], next_last_id: null } } : undefined;
    });
    expect(await screen.findByRole('heading', { name: 'Users 26' })).toBeTruthy();
    expect(page.asked('GET /users/list').map(({ path }) => queryOf(path))).toEqual([
      { limit: '25' },
      { limit: '25', last_id: 'c1' },
    ]);
  });

  it('DI-05: renders only the cards near the viewport', async () => {
    await show(listing(Array.from({ length: 500 }, (_, n) => userOf(`user${n}`))));
    expect(await screen.findByRole('heading', { name: 'Users 500' })).toBeTruthy();
    const drawn = screen.getAllByRole('link').length;
    expect(drawn).toBeGreaterThan(3);
    expect(drawn).toBeLessThan(60);
  });

  it('DI-08: shows that there are no users, without filters to clear', async () => {
    await show(listing([]));
    expect(await screen.findByRole('heading', { name: 'No users found' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
  });

  it('DI-08: clearing the filters shows all users and focuses the filter button', async () => {
    filterStore.apply({ ...noFilters, sex: 'female' });
    const page = await show(listing([]));
    (await screen.findByRole('button', { name: 'Clear Filters' })).focus();
    page.answers(listing([userOf('kabir')]));
    await page.person.keyboard('{Enter}');
    expect(await card('kabir')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter Users' }));
  });

  it('X-45: Refresh requests again although the response is cached', async () => {
    const page = await show(listing([userOf('zoya')]));
    await card('zoya');
    page.answers(listing([userOf('kabir')]));
    await page.person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await card('kabir')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /zoya/ })).toBeNull();
  });
});

describe('a directory that failed to load', () => {
  it.each([
    ['DI-19', refused(429, 'x', 'rate_limited', 7), 'Rate limit exceeded. Please try again in 7 seconds'],
    ['DI-21', refused(400, 'x', 'invalid_parameters'), 'Invalid request parameters'],
    ['DI-22', refused(404, 'x'), 'API Error'],
  ])('%s, DI-09, DI-10: shows it and retries on press', async (_id, answer, text) => {
    const page = await show(() => answer);
    expect(await screen.findByRole('heading', { name: 'Failed to load users' })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(toast.current()).toMatchObject([
      { text: 'Failed to load users. Please try again.', tone: 'problem' },
    ]);
    page.answers(listing([userOf('zoya')]));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await card('zoya')).toBeTruthy();
  });

  it('DI-20: an expired session is shown, and nothing is retried', async () => {
    const page = await show(() => refused(401, 'x', 'account_gone'));
    expect(await screen.findByText('Unauthorized')).toBeTruthy();
    expect(toast.current()).toMatchObject([{ text: 'Session expired. Please log in again.' }]);
    expect(page.asked('GET /users/list')).toHaveLength(1);
  });

  it('DI-13: a failed page keeps the loaded users and can be retried', async () => {
    const first = Array.from({ length: 25 }, (_, n) => userOf(`first${n}`));
    const page = await show(({ path }) =>
      path.includes('last_id') ? refused(400, 'x') : { body: { users: first, next_last_id: 'c1' } },
    );
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByRole('heading', { name: 'Users 25+' })).toBeTruthy();
    page.answers(listing([userOf('last')]));
    await page.person.click(again);
    expect(await screen.findByRole('heading', { name: 'Users 26' })).toBeTruthy();
  });
});
