import { notificationWaysOf } from '@adda/contract/activity';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { SettingsPage } from './settings-page.tsx';

const NAMES = ['Account', 'Privacy', 'Notifications', 'Appearance', 'Languages', 'Wallet', 'Security'];

const answering: RequestHandler = ({ path }) => {
  if (path === '/users/blocks/list') return { body: { blocked_users: [] } };
  if (path === '/users/me/hiding') return { body: { hidden_until: null } };
  if (path === '/users/settings') {
    const notifications = notificationWaysOf({});
    return { body: { who_may_write: 'everyone', currency: 'USD', notifications } };
  }
  return path === '/users/me'
    ? { body: { username: 'asha', email: 'asha@example.org', email_verified: true, is_available: true } }
    : undefined;
};

async function show(isDesktop: boolean, at: string, as = 'asha') {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isDesktop,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
  const page = await showPeople(() => <SettingsPage />, answering, as, at);
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
  return { ...page, heading };
}

it('HM-08: on desktop the sections are at the left and the first one is open; another replaces it in the history', async () => {
  const { person, heading, where } = await show(true, '/v1/settings');
  await heading('Account');
  const list = within(screen.getByRole('navigation', { name: 'Settings' }));
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(NAMES);
  expect(list.getByRole('link', { current: 'page' }).textContent).toBe('Account');
  for (const name of NAMES.slice(1)) {
    await person.click(list.getByRole('link', { name }));
    expect(document.activeElement).toBe(await heading(name));
    expect(where()).toBe(`/v1/settings/${name.toLowerCase()}`);
    expect(list.getByRole('link', { current: 'page' }).textContent).toBe(name);
    expect(document.title).toBe(`${name} · Settings · Adda`);
  }
});

it('HM-08: an address opens its section, and an unknown one the first', async () => {
  const { heading, unmount } = await show(true, '/v1/settings/wallet');
  await heading('Wallet');
  unmount();
  const other = await show(true, '/v1/settings/nothing');
  await other.heading('Account');
});

it('HM-08: on phones the list leads to a section, and Back to the list at its place', async () => {
  const { person, heading, where } = await show(false, '/v1/settings');
  expect(document.activeElement).toBe(await heading('Settings'));
  expect(screen.getAllByRole('link')).toHaveLength(NAMES.length);
  await person.click(screen.getByRole('link', { name: /^Privacy/ }));
  expect(document.activeElement).toBe(await heading('Privacy'));
  expect(where()).toBe('/v1/settings/privacy');
  await person.click(screen.getByRole('link', { name: 'Settings' }));
  await heading('Settings');
  await waitFor(() => expect(where()).toBe('/v1/settings'));
  expect(document.activeElement?.textContent).toMatch(/^Privacy/);
});

it('HM-08: on phones Back leads to the list from an address of a section too', async () => {
  const { person, heading, where } = await show(false, '/v1/settings/wallet');
  await heading('Wallet');
  expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull();
  await person.click(screen.getByRole('link', { name: 'Settings' }));
  await heading('Settings');
  expect(where()).toBe('/v1/settings');
});

it('HM-08, SH-35: the blocked people open from Privacy', async () => {
  const { person } = await show(true, '/v1/settings/privacy');
  await person.click(await screen.findByRole('button', { name: 'Blocked users' }));
  expect(await screen.findByRole('dialog', { name: 'Blocked users' })).toBeTruthy();
});

it('HM-08: guests have the sections too, with the way to an account in place of an e-mail address', async () => {
  const { heading } = await show(true, '/v1/settings', '_guest-ivy');
  await heading('Account');
  expect(screen.getByRole('link', { name: 'Generate a permanent account' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'E-mail' })).toBeNull();
});
