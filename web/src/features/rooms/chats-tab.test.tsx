import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ChatsTab } from './chats-tab.tsx';
import { showPage } from './room-page.fixture.tsx';
import { groupOf } from './rooms.fixture.ts';

it('MN-03, GR-07: on a phone, the tab of the rooms counts unread mentions, but not those of muted rooms', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
  const groups = [
    groupOf({ unread_mentions: 2, oldest_mention: 1 }),
    groupOf({ group_id: 'f'.repeat(24), unread_mentions: 3, oldest_mention: 1, is_muted: true }),
  ];
  const people = [{ id: 'users', label: 'Users', title: 'Users', content: () => null }] as const;
  await showPage(() => <ChatsTab people={people} firstVisit={() => null} />, {
    at: '/v1',
    answer: ({ path }) =>
      path.startsWith('/groupchat/groups?') ? { body: { groups, page: 1, total_count: 2 } } : undefined,
  });
  expect(await screen.findByRole('tab', { name: 'Rooms @ 2' })).toBeTruthy();
});
