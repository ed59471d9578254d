import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TestResponses } from '../accounts/accounts.fixture.tsx';
import { nowOf, openConsole, setViewport } from './admin.fixture.tsx';

it('SV-48: users who are not administrators see no access and a way back', async () => {
  const { seen } = await openConsole('view=reports', {}, 'user');
  await screen.findByRole('heading', { level: 1, name: 'This door is for the team' });
  expect(screen.getByRole('link', { name: 'Back to Adda' }).getAttribute('href')).toBe('/v1');
  expect(seen.filter(({ path }) => path.startsWith('/admin/'))).toEqual([]);
});

const busy: TestResponses = {
  'GET /admin/dashboard': { body: { days: [], now: nowOf({ open_reports: 3, waiting_payouts: 1 }) } },
  'GET /admin/reports': { body: { reports: [], total_count: 0 } },
};

it('SV-48: the sidebar shows the sections’ pending counts and links to them', async () => {
  setViewport('desktop');
  const { person, address } = await openConsole('', busy);
  const sections = within(await screen.findByRole('navigation', { name: 'Administration' }));
  await sections.findByText('3 waiting');
  expect(sections.getByText('1 waiting')).toBeDefined();
  await person.click(sections.getByRole('link', { name: /Reports/ }));
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  expect(address()).toContain('view=reports');
  expect(sections.getByRole('link', { name: /Reports/ }).getAttribute('aria-current')).toBe('page');
});

it('SV-82: warns in red above every section that payments are tests if others can reach the server', async () => {
  await openConsole('view=reports', {
    ...busy,
    'GET /config/client': { body: { features: {}, payments: [], sandbox: 'public' } },
  });
  const note = await screen.findByText('Test payments: no real money moves');
  expect(note.closest('.text-danger')).not.toBeNull();
});

it('ID-04: administrators without a second factor are led to the settings, and come in once they have one', async () => {
  const needed = {
    status: 403,
    body: { code: 'second_factor_required', detail: 'Please set up an authenticator app or a passkey.' },
  };
  const { client, answer } = await openConsole('view=reports', {
    'GET /admin/dashboard': needed,
    'GET /admin/reports': needed,
  });
  await screen.findByRole('heading', { level: 1, name: 'One thing before you come in' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Set it up' }).getAttribute('href')).toBe('/v1/settings/security');
  answer(busy);
  await client.resetQueries();
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
});

it('on a phone the sections are in a menu that closes after a choice', async () => {
  setViewport('phone');
  const { person } = await openConsole('', busy);
  await person.click(await screen.findByRole('button', { name: 'Sections' }));
  const menu = await screen.findByRole('dialog', { name: 'Administration' });
  await person.click(within(menu).getByRole('link', { name: /Reports/ }));
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('reports that the account failed to load, and retries', async () => {
  const { person, answer } = await openConsole('', {
    'GET /users/me': { status: 500, body: { detail: 'Oops', code: 'internal' } },
  });
  const again = await screen.findByRole('button', { name: 'Try Again' });
  answer({ 'GET /users/me': { body: { username: 'asha', role: 'user' } } });
  await person.click(again);
  await waitFor(() => expect(screen.getByText('This door is for the team')).toBeDefined());
});
