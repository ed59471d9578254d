import type { Announcement } from '@adda/contract/notifications';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createShellConnection } from '../../test/shell-connection.fixture.ts';
import { minutesAgo, showPeople } from '../../test/people-page.tsx';
import { AnnouncementBanner } from './announcement-banner.tsx';
import { followNotifications } from './index.ts';

const announcementOf = (id: number, overrides: Partial<Announcement> = {}): Announcement => ({
  announcement_id: String(id).repeat(24),
  text: `News number ${id}`,
  link: null,
  tone: 'info',
  starts_at: minutesAgo(5),
  ends_at: null,
  ...overrides,
});

const show = (announcements: Announcement[], as = 'asha') =>
  showPeople(
    () => <AnnouncementBanner />,
    () => ({ body: { announcements } }),
    as,
  );

describe('the announcement banner', () => {
  it('shows warnings first, one at a time; a dismissal applies to this user', async () => {
    const list = [
      announcementOf(1, { link: 'https://status.example/today' }),
      announcementOf(2, { tone: 'warning' }),
    ];
    const { person } = await show(list);
    expect(await screen.findByText(/News number 2/)).toBeTruthy();
    expect(screen.getByText('and 1 more')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Close this announcement' }));
    expect(await screen.findByText(/News number 1/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Read more' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    await person.click(screen.getByRole('button', { name: 'Close this announcement' }));
    expect(screen.getByRole('status').textContent).toBe('');
    cleanup();

    const again = await show(list);
    await waitFor(() => expect(again.asked('GET /announcements')).toHaveLength(1));
    await waitFor(() => expect(again.client.isFetching()).toBe(0));
    expect(screen.getByRole('status').textContent).toBe('');
    cleanup();

    await show(list, 'riya');
    expect(await screen.findByText(/News number 2/)).toBeTruthy();
  });

  it('hides an expired announcement, and shows updates', async () => {
    const { client } = await show([announcementOf(3, { ends_at: minutesAgo(1) }), announcementOf(4)]);
    expect(await screen.findByText(/News number 4/)).toBeTruthy();
    expect(screen.queryByText(/News number 3/)).toBeNull();
    const { connection, say } = createShellConnection();
    const stop = followNotifications(connection, client, () => {});
    say('announcements', { announcements: [announcementOf(5)] });
    expect(await screen.findByText(/News number 5/)).toBeTruthy();
    say('announcements', { announcements: [] });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    stop();
  });
});
