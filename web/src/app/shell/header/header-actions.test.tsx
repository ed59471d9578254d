import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { unreadKeys } from '../../../features/direct/index.ts';
import { session } from '../../../platform/session.ts';
import { showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { HeaderActions } from './header-actions.tsx';

const answering: RequestHandler = ({ method, path, body }) => {
  if (method === 'PATCH') return { body: { message: 'ok', is_available: Object(body).is_available } };
  if (method === 'POST') return { body: { message: 'ok' } };
  if (path === '/users/me') return { body: { username: 'asha', is_available: true } };
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

async function show(isWide: boolean, as = 'asha') {
  setDesktop(isWide);
  const page = await showPeople(() => <HeaderActions />, answering, as);
  await screen.findByRole('button', { name: 'Unread messages' });
  return page;
}

describe('the header', () => {
  it('SH-12, SE-03, SE-05: shows the availability dot; a press changes it on the server', async () => {
    const { person, asked } = await show(true);
    await waitFor(() => expect(asked('GET /users/me')).toHaveLength(1));
    await person.click(await screen.findByRole('button', { name: "You're online. Go offline" }));
    expect(await screen.findByRole('button', { name: "You're offline. Go online" })).toBeTruthy();
    await waitFor(() =>
      expect(asked('PATCH /users/availability').map(({ body }) => body)).toEqual([{ is_available: false }]),
    );
  });

  it('SE-08, X-18: a guest’s dot changes in this tab only', async () => {
    const { person, asked } = await show(true, '_guest-ivy');
    await person.click(screen.getByRole('button', { name: "You're online. Go offline" }));
    await person.click(await screen.findByRole('button', { name: "You're offline. Go online" }));
    expect(await screen.findByRole('button', { name: "You're online. Go offline" })).toBeTruthy();
    expect(asked('PATCH /users/availability')).toHaveLength(0);
  });

  it.each([
    ['SH-14', 'SH-33', 'Unread messages', 'Unread Messages'],
    ['SH-15', 'SH-35', 'Blocked users', 'Blocked users'],
    ['SH-16', 'SH-34', 'Settings', 'Settings'],
  ])('%s, %s: on desktop the button %s opens its dialog', async (_button, _dialog, name, title) => {
    const { person } = await show(true);
    await person.click(screen.getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await person.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('SH-17, SH-19: on desktop a button logs out', async () => {
    const { person, asked } = await show(true);
    await person.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(session.current()).toBeNull());
    expect(asked('POST /auth/logout')).toHaveLength(1);
  });

  it('SH-17: a guest confirms before logging out for good', async () => {
    const { person } = await show(true, '_guest-ivy');
    await person.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'Leave for good' })).toBeTruthy();
    expect(session.current()).not.toBeNull();
  });

  it('SH-18: on a phone blocked users, settings and log out are in the menu', async () => {
    const { person } = await show(false);
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
    await person.click(screen.getByRole('button', { name: /Account menu/ }));
    for (const name of ['Blocked users', 'Settings', 'Log out']) {
      expect(screen.getByRole('menuitem', { name })).toBeTruthy();
    }
    await person.click(screen.getByRole('menuitem', { name: 'Settings' }));
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeTruthy();
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
