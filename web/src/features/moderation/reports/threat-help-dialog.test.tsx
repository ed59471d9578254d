import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refused, showPeople } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ThreatHelpDialog } from './threat-help-dialog.tsx';

const india = {
  country: 'India',
  numbers: [{ name: 'Women’s helpline', number: '181' }],
  checked_at: '2026-11-23',
};
const spain = { country: 'Spain', numbers: [{ name: 'Samur', number: '900 12' }], checked_at: '2026-10-01' };

it('MR-05: shows whom to call, another country on request, and ends the hiding early', async () => {
  const onClose = vi.fn();
  const shown = { name: 'mob', help: india, hiddenUntil: '2026-12-01T10:00:00.000Z' };
  const page = await showPeople(
    () => <ThreatHelpDialog shown={shown} onClose={onClose} />,
    ({ method, path }) => {
      if (path === '/help-lines') return { body: { countries: [india, spain] } };
      return method === 'DELETE' ? refused(500, 'The disk is full.') : undefined;
    },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Thank you for telling us' }));
  expect(dialog.getByRole('link', { name: 'Women’s helpline 181' }).getAttribute('href')).toBe('tel:181');
  expect(dialog.getByText(/check a number before you rely on it.*23 November 2026/)).toBeTruthy();
  expect(dialog.getByText('mob is blocked and can’t reach you here.')).toBeTruthy();
  expect(dialog.getByText(/Strangers can’t find you until/).textContent).toContain('1 December 2026');

  await page.person.click(dialog.getByRole('button', { name: 'I am in another country' }));
  await page.person.selectOptions(await dialog.findByRole('combobox', { name: 'Where are you?' }), 'Spain');
  expect(dialog.getByRole('link', { name: 'Samur 900 12' }).getAttribute('href')).toBe('tel:90012');
  expect(dialog.getByText(/1 October 2026/)).toBeTruthy();

  const end = dialog.getByRole('button', { name: 'Show my profile to everybody' });
  await page.person.click(end);
  await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'The disk is full.' }]));
  page.answers(() => ({ body: { hidden_until: null } }));
  await page.person.click(end);
  expect(await dialog.findByText('Everybody can find your profile again.')).toBeTruthy();
  await page.person.click(dialog.getAllByRole('button', { name: 'Close' })[1] ?? end);
  expect(onClose).toHaveBeenCalledOnce();
});
