import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPeople } from '../../../test/people-page.tsx';
import { AccountMenu } from './account-menu.tsx';

const noop = () => undefined;

async function openMenu(role: 'user' | 'admin') {
  const page = await showPeople(
    () => <AccountMenu hasButtons onBlocked={noop} onSettings={noop} onLogOut={noop} />,
    ({ path }) => (path === '/users/me' ? { body: { username: 'asha', role } } : undefined),
  );
  await expect.poll(() => page.client.getQueryData(['me', 'account'])).toBeDefined();
  await page.person.click(screen.getByRole('button', { name: /Account menu/ }));
}

it('SV-48: administrators find the console in the account menu', async () => {
  await openMenu('admin');
  await screen.findByRole('menuitem', { name: 'Administration' });
});

it('SV-48: other users do not see the console', async () => {
  await openMenu('user');
  await screen.findByRole('menuitem', { name: 'Security' });
  expect(screen.queryByRole('menuitem', { name: 'Administration' })).toBeNull();
});
