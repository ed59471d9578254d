import type { Notification } from '@adda/contract/notifications';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { minutesAgo, refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { NotificationsDialog } from './notifications-dialog.tsx';
import { notificationKeys } from './notifications.queries.ts';

const notificationOf = (id: number, overrides: Partial<Notification> = {}): Notification => ({
  notification_id: id.toString(16).padStart(24, '0'),
  kind: 'warning',
  text: `Please be kind (${id}).`,
  about: null,
  sanction_id: null,
  group_id: null,
  invite_code: null,
  created_at: minutesAgo(id),
  is_read: true,
  ...overrides,
});

const pageOf = (notifications: Notification[], unread = 0, total = notifications.length) => ({
  body: { notifications, unread_count: unread, total_count: total },
});

async function show(answering: RequestHandler) {
  const onDecision = vi.fn();
  const onClose = vi.fn();
  const page = await showPeople(
    () => <NotificationsDialog onDecision={onDecision} onClose={onClose} />,
    answering,
  );
  return { ...page, onDecision, onClose };
}

describe('the notification list', () => {
  it('shows unread ones as new, marks them as read once, and keeps their look until it is reopened', async () => {
    const sanction = 'c'.repeat(24);
    const list = [notificationOf(1, { is_read: false, sanction_id: sanction }), notificationOf(2)];
    const page = await show(({ path }) =>
      path === '/notifications/read' ? { body: { message: 'ok' } } : pageOf(list, 1),
    );
    expect(await screen.findByText('Please be kind (1).')).toBeTruthy();
    await waitFor(() => expect(page.client.getQueryData(notificationKeys.count)).toBe(0));
    expect(screen.getAllByText('New')).toHaveLength(1);
    expect(page.asked('POST /notifications/read')).toHaveLength(1);
    await page.person.click(screen.getByRole('button', { name: 'Ask for another look' }));
    expect(page.onDecision).toHaveBeenCalledExactlyOnceWith(sanction);
  });

  it('GR-02: has a text for each kind, names the user it concerns, and links to the data export', async () => {
    await show(() =>
      pageOf([
        notificationOf(1, { kind: 'report_decided', about: 'zoya', text: 'We looked at it.' }),
        notificationOf(2, { kind: 'export_ready' }),
        notificationOf(3, { kind: 'content_removed' }),
        notificationOf(4, { kind: 'report_looked_at', text: 'We look at it.' }),
        notificationOf(5, { kind: 'invite', about: 'zoya', invite_code: 'abc' }),
      ]),
    );
    expect(await screen.findByText('Thank you for your report')).toBeTruthy();
    expect(screen.getByText(/About zoya/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Get your copy' }).getAttribute('href')).toBe(
      '/v1/settings/account',
    );
    expect(screen.getByText('Something of yours was removed')).toBeTruthy();
    expect(screen.getByText('Your report is being looked at')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Your reports' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/reports', '/reports']);
    expect(screen.getByText("You're invited to a room")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the invitation' }).getAttribute('href')).toBe('/join/abc');
  });

  it('shows an empty state, and an error state if loading fails', async () => {
    const page = await show(() => refused(400, 'Not just now.'));
    expect(await screen.findByText('Not just now.')).toBeTruthy();
    page.answers(() => pageOf([]));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Nothing new')).toBeTruthy();
  });

  it('shows older ones page by page, each once', async () => {
    const all = Array.from({ length: 21 }, (_, index) => notificationOf(index + 1));
    const page = await show(({ path }) =>
      // A new notification arrived in between: the last entry of the first page is the first of the second.
      path.includes('page=2') ? pageOf(all.slice(19), 0, 21) : pageOf(all.slice(0, 20), 0, 21),
    );
    await page.person.click(await screen.findByRole('button', { name: 'Show older ones' }));
    expect(await screen.findByText('Please be kind (21).')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(21);
  });
});
