import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { activityDialog, activityKey, useActivityDialog } from '../../../features/activity/index.ts';
import { unreadKeys } from '../../../features/direct/index.ts';
import { session, type SessionEnd } from '../../../platform/session.ts';
import { showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { HeaderActions } from './header-actions.tsx';

const answering: RequestHandler = ({ method, path, body }) => {
  if (method === 'PATCH') return { body: { message: 'ok', is_available: Object(body).is_available } };
  if (method === 'POST') return { body: { message: 'ok' } };
  if (path === '/chat/unread') return { body: { messages: [], total: 0, by_sender: {}, requests: 0 } };
  return path === '/users/blocks/list' ? { body: { blocked_users: [] } } : undefined;
};

function setDesktop(isWide: boolean) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isWide,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
}

async function show(isWide: boolean, as = 'asha', role = 'user') {
  setDesktop(isWide);
  const page = await showPeople(
    () => <HeaderActions />,
    (request) =>
      request.path === '/users/me'
        ? { body: { username: 'asha', display_name: 'Asha', role, is_available: true } }
        : answering(request),
    as,
  );
  await screen.findByRole('button', { name: 'Unread messages' });
  return page;
}

function recordSessionEnds(): SessionEnd[] {
  const ends: SessionEnd[] = [];
  onTestFinished(session.onEnd((end) => ends.push(end)));
  return ends;
}

async function logOut(person: Awaited<ReturnType<typeof show>>['person']): Promise<void> {
  await person.click(screen.getByRole('button', { name: /Account menu/ }));
  await person.click(screen.getByRole('menuitem', { name: 'Log out' }));
}

describe('the header', () => {
  it('SH-12, SE-03, SE-05, HM-08: the account has a dot; the menu says what the availability does and changes it on the server', async () => {
    const { person, asked } = await show(true);
    await waitFor(() => expect(asked('GET /users/me')).toHaveLength(1));
    const account = screen.getByRole('button', { name: /^Account menu of asha/ });
    await waitFor(() => expect(account.textContent).toContain('Online'));
    await person.click(account);
    const available = screen.getByRole('menuitemcheckbox', { name: 'Available' });
    expect(available.getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText('People see that you’re online and can write to you.')).toBeTruthy();
    await person.click(available);
    expect(available.getAttribute('aria-checked')).toBe('false');
    expect(screen.getByText('You’re shown as offline, and nobody can write to you in private.')).toBeTruthy();
    expect(account.textContent).toContain('Offline');
    await waitFor(() =>
      expect(asked('PATCH /users/availability').map(({ body }) => body)).toEqual([{ is_available: false }]),
    );
  });

  it('SE-08, X-18: a guest’s availability changes in this tab only', async () => {
    const { person, asked } = await show(true, '_guest-ivy');
    await person.click(screen.getByRole('button', { name: /^Account menu/ }));
    const available = screen.getByRole('menuitemcheckbox', { name: 'Available' });
    await person.click(available);
    expect(available.getAttribute('aria-checked')).toBe('false');
    await person.click(available);
    expect(available.getAttribute('aria-checked')).toBe('true');
    expect(asked('PATCH /users/availability')).toHaveLength(0);
  });

  it('SH-14, SH-33: the unread messages are a dialog', async () => {
    const { person } = await show(true);
    await person.click(screen.getByRole('button', { name: 'Unread messages' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unread Messages' }));
    await person.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['HM-08, SH-15, SH-16, SH-17: on desktop', true],
    ['SH-18: on a phone', false],
  ])('%s blocked users, settings and log out are in the account menu alone', async (_where, isWide) => {
    const { person } = await show(isWide);
    for (const name of ['Blocked users', 'Settings', 'Log out'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await person.click(screen.getByRole('button', { name: /Account menu/ }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Your profile', 'Settings', 'Blocked users', 'Log out']);
  });

  it.each([
    ['Settings', '/v1/settings'],
    ['Your profile', '/v1?tab=profile'],
  ])('HM-08, SH-34: %s leads to %s', async (name, address) => {
    const { person, href } = await show(true);
    await person.click(screen.getByRole('button', { name: /Account menu/ }));
    await person.click(screen.getByRole('menuitem', { name }));
    await waitFor(() => expect(href()).toBe(address));
  });

  it('SH-35: the blocked users are a dialog', async () => {
    const { person } = await show(true);
    await person.click(screen.getByRole('button', { name: /Account menu/ }));
    await person.click(screen.getByRole('menuitem', { name: 'Blocked users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Blocked users' }));
    await person.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('SH-17, SH-19, SV-05: logs out: calls the server, forgets the user and opens /', async () => {
    const ends = recordSessionEnds();
    const { person, asked } = await show(true);
    await logOut(person);
    await waitFor(() => expect(ends).toEqual([{ reason: 'logged-out', landing: '/' }]));
    expect(asked('POST /auth/logout')).toHaveLength(1);
    expect([localStorage.getItem('session_expires'), localStorage.getItem('username')]).toEqual([null, null]);
  });

  it('SH-19: logs out without the server too', async () => {
    const ends = recordSessionEnds();
    const page = await show(true);
    page.answers((request) => (request.method === 'POST' ? { isLost: true } : answering(request)));
    await logOut(page.person);
    await waitFor(() => expect(ends).toEqual([{ reason: 'logged-out', landing: '/' }]));
    expect(localStorage.getItem('username')).toBeNull();
  });

  it('AU-02, SH-17: guests confirm, because they can’t log in again', async () => {
    const ends = recordSessionEnds();
    const { person } = await show(true, '_guest-ivy');
    await person.click(screen.getByRole('button', { name: /Account menu/ }));
    expect(screen.getByRole('menuitem', { name: 'Keep my account' })).toBeTruthy();
    await person.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(ends).toEqual([]);
    await person.click(await screen.findByRole('button', { name: 'Leave for good' }));
    await waitFor(() => expect(ends).toEqual([{ reason: 'logged-out', landing: '/' }]));
  });

  it.each([
    ['admin', true],
    ['user', false],
  ])('SV-48: the console is in the menu of a %s: %s', async (role, isThere) => {
    const { person, asked } = await show(true, 'asha', role);
    await waitFor(() => expect(asked('GET /users/me')).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: /Account menu/ }));
    if (isThere) expect(await screen.findByRole('menuitem', { name: 'Administration' })).toBeTruthy();
    else expect(screen.queryByRole('menuitem', { name: 'Administration' })).toBeNull();
  });

  it('NT-02: the bell has the number of what is unread, and requests it once', async () => {
    const page = await show(true);
    expect(screen.queryByText(/^\d+ new$/)).toBeNull();
    await waitFor(() => expect(page.client.isFetching({ queryKey: activityKey })).toBe(0));
    page.answers((request) =>
      request.path === '/activity'
        ? { body: { items: [], unread_count: 4, next_cursor: null } }
        : answering(request),
    );
    await page.client.invalidateQueries({ queryKey: activityKey });
    expect(await screen.findByText('4 new')).toBeTruthy();
    expect(page.asked('GET /notifications')).toHaveLength(0);
    const { result: isOpen } = renderHook(useActivityDialog);
    expect(isOpen.current).toBe(false);
    await page.person.click(screen.getByRole('button', { name: 'Notifications' }));
    expect(isOpen.current).toBe(true);
    act(() => activityDialog.close());
  });

  it("SH-14, Q-13, UN-09: the badge counts unread messages, '9+' from 10 on", async () => {
    const { client } = await show(true);
    expect(screen.queryByText(/^\d+ unread$/)).toBeNull();
    client.setQueryData(unreadKeys.count, { total: 9, by_sender: {} });
    expect(await screen.findByText('9 unread')).toBeTruthy();
    expect(screen.getByText('9')).toBeTruthy();
    client.setQueryData(unreadKeys.count, { total: 10, by_sender: {} });
    expect(await screen.findByText('9+')).toBeTruthy();
    expect(screen.getByText('10 unread')).toBeTruthy();
  });
});
