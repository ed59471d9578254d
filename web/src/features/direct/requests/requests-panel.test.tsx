import type { ChatRequest } from '@adda/contract/direct';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { conversationOf, minutesAgo, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { unreadKeys } from '../unread/unread-count.ts';
import { RequestsSection } from './requests-panel.tsx';

const requestOf = (username: string, given: Partial<ChatRequest> = {}): ChatRequest => ({
  ...conversationOf(username),
  mutual_groups: [],
  mutual_follows: [],
  mutual_follow_count: 0,
  account_created_at: minutesAgo(3 * 60),
  ...given,
});

const listing =
  (requests: readonly ChatRequest[]): RequestHandler =>
  ({ path }) =>
    path.startsWith('/chat/requests') ? { body: { requests, next_last_id: null } } : undefined;

it('MR-02: requests are one row with their number, and open their list', async () => {
  const riya = requestOf('riya', {
    unread_count: 1,
    mutual_groups: [{ group_id: 'g', name: 'Chai' }],
    mutual_follows: ['noor'],
    mutual_follow_count: 3,
  });
  const { person, client, where } = await showPeople(
    () => <RequestsSection />,
    listing([riya, requestOf('kavi')]),
  );
  client.setQueryData(unreadKeys.count, { total: 0, by_sender: {}, requests: 1 });
  const row = await screen.findByRole('button', { name: /Requests \(2\)/ });
  expect(row.textContent).toContain('1 new');
  expect(screen.queryByRole('link', { name: /riya/ })).toBeNull();
  row.focus();
  await person.keyboard('{Enter}');
  const card = within(await screen.findByRole('link', { name: /riya/ }));
  for (const text of [
    'hello there',
    '10m ago',
    'Joined 3h ago',
    'You are both in Chai',
    'You both follow noor and 2 others',
  ])
    expect(card.getByText(text)).toBeTruthy();
  await person.click(screen.getByRole('link', { name: /riya/ }));
  await waitFor(() => expect(where()).toBe('/v1/chat/riya'));
});

it('MR-02: without requests there is no row', async () => {
  const { asked } = await showPeople(() => <RequestsSection />, listing([]));
  await waitFor(() => expect(asked('GET /chat/requests')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Requests' })).toBeNull();
});
