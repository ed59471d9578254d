import type { ActivityItem } from '@adda/contract/activity';
import type { Notification } from '@adda/contract/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { moneyDialog } from '../../platform/money-dialog.ts';
import { minutesAgo, refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { createShellConnection } from '../../test/shell-connection.fixture.ts';
import { ActivityDialog } from './activity-dialog.tsx';
import { activityIdOf, activityServer, actorsOf, itemOf } from './activity.fixture.ts';
import { activityKey, unreadOf, type ActivityPages } from './activity.queries.ts';
import { followActivity } from './live-activity.ts';

const LIST = 'GET /activity';
const READ = 'POST /activity/read';
const unread = { is_read: false };

afterEach(() => moneyDialog.close());

async function show(answering: RequestHandler, at?: string) {
  const onDecision = vi.fn();
  const onClose = vi.fn();
  const page = await showPeople(
    () => <ActivityDialog onDecision={onDecision} onClose={onClose} />,
    answering,
    'asha',
    at,
  );
  const count = () => unreadOf(page.client.getQueryData<ActivityPages>([...activityKey, 'all']));
  const { connection, say } = createShellConnection();
  followActivity(connection, page.client);
  return { ...page, onDecision, onClose, count, say };
}

const all = (items: readonly ActivityItem[], next?: string) => ({ '': { items, ...(next && { next }) } });
const rows = () => screen.getAllByRole('listitem');
const row = async (text: string) => {
  const found = await screen.findByText(text);
  return within(found.closest('li') ?? document.body);
};
const choose = (name: string) => screen.getByRole('button', { name });

describe('what happened', () => {
  it('NT-02: is listed by day, with who, what and when', async () => {
    const DAY = 24 * 60;
    await show(
      activityServer(
        all([
          itemOf(1, { actors: actorsOf('esha', 'omar', 'kabir'), actor_count: 9, created_at: minutesAgo(0) }),
          itemOf(2, { kind: 'follow', excerpt: '', created_at: minutesAgo(DAY) }),
          itemOf(3, { kind: 'reply', created_at: '2024-11-03T10:00:00.000Z' }),
        ]),
      ),
    );
    expect(await screen.findByText('words 1')).toBeTruthy();
    const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(days).toEqual(['Today', 'Yesterday', '3 November 2024']);
    const today = within(screen.getByRole('region', { name: 'Today' }));
    expect(today.getByRole('link', { name: /^esha ?, omar and 7 others liked your post/ })).toBeTruthy();
    expect(rows()).toHaveLength(3);
    expect(screen.queryByText('New')).toBeNull();
  });

  it('NT-02: opening reads up to the newest item, and new ones keep their mark', async () => {
    const page = await show(activityServer(all([itemOf(1, unread), itemOf(2, unread), itemOf(3)]), 2));
    await waitFor(() => expect(page.asked(READ)).toHaveLength(1));
    expect(page.asked(READ).map(({ body }) => body)).toEqual([{ up_to: activityIdOf(1) }]);
    await waitFor(() => expect(page.count()).toBe(0));
    expect(screen.getAllByText('New')).toHaveLength(2);
    // What is unread was all loaded: no further request.
    expect(page.asked(LIST)).toHaveLength(1);
    await page.person.click(choose('Unread'));
    expect(rows()).toHaveLength(2);
    expect(screen.getAllByText('New')).toHaveLength(2);
  });

  it('NT-02: unread items behind the first page are loaded before they are read', async () => {
    const page = await show(
      activityServer(
        {
          '': { items: [itemOf(1), itemOf(2)], next: 'older' },
          unread: { items: [itemOf(40, { ...unread, kind: 'gift' })] },
        },
        1,
      ),
    );
    await waitFor(() => expect(page.asked(READ)).toHaveLength(1));
    expect(page.asked(LIST).map(({ path }) => path)).toContain('/activity?filter=unread');
    await page.person.click(choose('Unread'));
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('New')).toBeTruthy();
  });

  it('NT-02: nothing is reported when nothing is unread, and opening again shows no marks', async () => {
    const page = await show(activityServer(all([itemOf(1)])));
    await screen.findByText('words 1');
    await page.person.click(choose('Unread'));
    expect(await screen.findByText('Nothing unread')).toBeTruthy();
    expect(page.asked(READ)).toHaveLength(0);
  });

  it('NT-02: what comes while it is open is marked, said once and read', async () => {
    const page = await show(activityServer(all([itemOf(5)])));
    await screen.findByText('words 5');
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => page.say('activity', { item: itemOf(1, unread), unread_count: 1 }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('esha liked your post'));
    expect(rows()[0]?.textContent).toContain('words 1');
    await waitFor(() =>
      expect(page.asked(READ).map(({ body }) => body)).toEqual([{ up_to: activityIdOf(1) }]),
    );
    await waitFor(() => expect(page.count()).toBe(0));
    expect(screen.getAllByText('New')).toHaveLength(1);
    // One more actor of the same item is shown, but not said again.
    const item = itemOf(1, { ...unread, actors: actorsOf('omar', 'esha'), actor_count: 2 });
    act(() => page.say('activity', { item: { ...item, created_at: minutesAgo(0) }, unread_count: 1 }));
    expect(await screen.findByRole('link', { name: /^omar and esha liked/ })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('esha liked your post');
    expect(page.asked(READ).length).toBeLessThanOrEqual(2);
  });

  it('NT-02: what is removed disappears', async () => {
    const page = await show(activityServer(all([itemOf(1), itemOf(2)])));
    await screen.findByText('words 1');
    act(() => page.say('activity', { removed: [activityIdOf(1)], unread_count: 0 }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.queryByText('words 1')).toBeNull();
  });

  it.each([
    ['Mentions and replies', 'mention,reply,comment_reply', 'reply'],
    ['Posts', 'like,comment', 'comment'],
    ['Money & gifts', 'gift,subscription,payout', 'gift'],
  ] as const)('NT-01: the filter %s', async (name, filter, kind) => {
    const page = await show(
      activityServer({ ...all([itemOf(1, { kind: 'follow' })]), [filter]: { items: [itemOf(2, { kind })] } }),
    );
    await screen.findByText('words 1');
    await page.person.click(choose(name));
    expect(await screen.findByText('words 2')).toBeTruthy();
    expect(screen.queryByText('words 1')).toBeNull();
    expect(choose(name).getAttribute('aria-pressed')).toBe('true');
  });

  it('NT-01: older pages come by themselves; a failed one can be tried again', async () => {
    const near: (() => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
          near.push(() => seen([{ isIntersecting: true }]));
        }
        observe() {}
        disconnect() {}
      },
    );
    const pages = { ...all([itemOf(1)], 'older'), older: { items: [itemOf(2)] } };
    const page = await show((request) =>
      request.path.includes('cursor') ? refused(400, 'x') : activityServer(pages)(request),
    );
    await screen.findByText('words 1');
    act(() => near.at(-1)?.());
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('words 1')).toBeTruthy();
    page.answers(activityServer(pages));
    await page.person.click(again);
    expect(await screen.findByText('words 2')).toBeTruthy();
    expect(page.asked(LIST).at(-1)?.path).toBe('/activity?cursor=older');
    vi.unstubAllGlobals();
  });

  it('shows rows that are loading, why it failed, and that there is nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const page = await show(() => ({ ...refused(403, 'x'), until: promise }));
    expect(screen.getByText('Loading…')).toBeTruthy();
    resolve();
    expect(await screen.findByRole('alert')).toBeTruthy();
    page.answers(activityServer({}));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Nothing yet')).toBeTruthy();
    expect(page.asked(READ)).toHaveLength(0);
  });
});

describe('pressing an item', () => {
  it.each<[string, Partial<ActivityItem>, string]>([
    [
      'a message of a room',
      { kind: 'reply', subject: { type: 'message', id: '1-2s', group_id: 'a'.repeat(24) } },
      `/v1/group/${'a'.repeat(24)}?m=100`,
    ],
    [
      'a message of a private chat',
      { kind: 'emoji_reaction', subject: { type: 'message', id: '1-3', username: 'esha' } },
      '/v1/chat/esha?m=3',
    ],
    [
      'a comment',
      { kind: 'comment', subject: { type: 'comment', id: 'c1', post_id: 'p1' } },
      '/post/p1#comment-c1',
    ],
    [
      'an invitation',
      { kind: 'invite', subject: { type: 'group', id: 'g', invite_code: 'abc' } },
      '/join/abc',
    ],
    ['a follower', { kind: 'follow', subject: { type: 'user', id: 'esha' } }, '/profile/esha'],
  ])('NT-02: leads to %s and closes', async (_what, given, href) => {
    const page = await show(activityServer(all([itemOf(1, given)])));
    await screen.findByText('words 1');
    await page.person.click(screen.getByRole('link'));
    await waitFor(() => expect(page.href()).toBe(href));
    expect(page.onClose).toHaveBeenCalledOnce();
  });

  it('NT-02: a message that the address already names is shown again', async () => {
    const at = `/v1/group/${'a'.repeat(24)}?m=100`;
    const subject = { type: 'message', id: '1-2s', group_id: 'a'.repeat(24) } as const;
    const page = await show(activityServer(all([itemOf(1, { kind: 'reply', subject })])), at);
    await screen.findByText('words 1');
    await page.person.click(screen.getByRole('link'));
    await waitFor(() => expect(page.href()).toBe(at));
  });

  it('NT-02: a payout opens the payouts', async () => {
    const open = vi.spyOn(moneyDialog, 'open');
    const item = itemOf(1, {
      kind: 'payout',
      actors: [],
      actor_count: 0,
      subject: { type: 'order', id: 'o' },
    });
    const page = await show(activityServer(all([item])));
    await screen.findByText('words 1');
    await page.person.click(screen.getByRole('button', { name: /^There is news about your payout/ }));
    expect(open).toHaveBeenCalledExactlyOnceWith('payout');
    expect(page.onClose).toHaveBeenCalledOnce();
  });

  it('NT-02: the arrow keys move between the rows, Enter opens', async () => {
    const page = await show(activityServer(all([itemOf(1), itemOf(2), itemOf(3)])));
    await screen.findByText('words 1');
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1]);
    await page.person.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(links[1]);
    await page.person.keyboard('{End}');
    expect(document.activeElement).toBe(links[2]);
    await page.person.keyboard('{Home}{ArrowDown}{Enter}');
    await waitFor(() => expect(page.href()).toBe('/post/post-2'));
  });

  it('NT-02: Escape and the button close', async () => {
    const page = await show(activityServer(all([itemOf(1)])));
    const dialog = screen.getByRole('dialog', { name: 'Notifications' });
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(page.onClose).toHaveBeenCalledOnce();
    await page.person.click(screen.getByRole('button', { name: 'Close' }));
    expect(page.onClose).toHaveBeenCalledTimes(2);
  });
});

describe('what the operators say', () => {
  const noticeOf = (n: number, given: Partial<Notification> = {}): Notification => ({
    notification_id: activityIdOf(100 + n),
    kind: 'warning',
    text: `The whole text ${n}.`,
    about: null,
    sanction_id: null,
    group_id: null,
    invite_code: null,
    created_at: minutesAgo(n),
    is_read: true,
    ...given,
  });
  const saidOf = (n: number, given: Partial<ActivityItem> = {}) =>
    itemOf(n, {
      kind: 'moderation',
      actors: [],
      actor_count: 0,
      subject: { type: 'report', id: activityIdOf(100 + n) },
      ...given,
    });
  const notices =
    (...notifications: Notification[]): RequestHandler =>
    ({ path }) =>
      path.startsWith('/notifications')
        ? { body: { notifications, unread_count: 0, total_count: notifications.length } }
        : undefined;

  it('has the title, the whole text, the user it concerns, and its action', async () => {
    const sanction = 'c'.repeat(24);
    const page = await show(
      activityServer(
        all([
          saidOf(1, { subject: { type: 'report', id: activityIdOf(101), sanction_id: sanction } }),
          saidOf(2),
          saidOf(3, { kind: 'export_ready' }),
          saidOf(4),
        ]),
        0,
        notices(
          noticeOf(1, { sanction_id: sanction }),
          noticeOf(2, { kind: 'report_decided', about: 'zoya' }),
          noticeOf(3, { kind: 'export_ready' }),
        ),
      ),
    );
    const warning = await row('A warning from the people who look after Adda');
    expect(warning.getByText('The whole text 1.')).toBeTruthy();
    await page.person.click(warning.getByRole('button', { name: 'Ask for another look' }));
    expect(page.onDecision).toHaveBeenCalledExactlyOnceWith(sanction);
    expect(page.onClose).not.toHaveBeenCalled();
    const decided = await row('Thank you for your report');
    expect(decided.getByText('About zoya')).toBeTruthy();
    expect(decided.getByRole('link', { name: 'Your reports' }).getAttribute('href')).toBe('/reports');
    const copy = await row('The copy of your data is ready');
    expect(copy.getByRole('link', { name: 'Get your copy' }).getAttribute('href')).toBe(
      '/v1/settings/account',
    );
    // Its notification is older than those that were read: the words of the activity stay.
    const other = await row('A message from the people who look after Adda');
    expect(other.getByText('words 4')).toBeTruthy();
  });

  it('an announcement has its whole text and its link', async () => {
    const announcement = {
      announcement_id: activityIdOf(1),
      text: 'Adda is down at six, for an hour.',
      link: 'https://status.example/today',
      tone: 'info',
      starts_at: minutesAgo(1),
      ends_at: null,
    };
    await show(
      activityServer(all([saidOf(1, { kind: 'announcement' })]), 0, ({ path }) =>
        path === '/announcements' ? { body: { announcements: [announcement] } } : undefined,
      ),
    );
    const news = await row('News from Adda');
    expect(await news.findByText('Adda is down at six, for an hour.')).toBeTruthy();
    expect(news.getByRole('link', { name: 'Read more' }).getAttribute('rel')).toContain('noopener');
    cleanup();
  });
});
