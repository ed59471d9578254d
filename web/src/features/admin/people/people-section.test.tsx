import type { EvasionFlag, ManagedPersonDetail } from '@adda/contract/moderation';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { hoursAgo, managedOf, openConsole, personOf, sanctionOf, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  setViewport('desktop');
});

const flag: EvasionFlag = {
  flag_id: 'f'.repeat(24),
  person: personOf('carl'),
  suspended: personOf('karl', { is_suspended: true }),
  hints: ['device', 'payer'],
  status: 'open',
  created_at: hoursAgo(2),
  decided_by: null,
};

const carlOf = (overrides: Partial<ManagedPersonDetail> = {}): ManagedPersonDetail => ({
  ...managedOf('carl', { open_reports: 2 }),
  email: 'carl@mail.example',
  email_verified: false,
  country: 'India',
  age: 33,
  sessions: 2,
  reports_about: 5,
  reports_by: 1,
  sanctions: [sanctionOf()],
  flags: [],
  ...overrides,
});

const people = (overrides: TestResponses = {}): TestResponses => ({
  'GET /admin/users': { body: { people: [managedOf('carl', { open_reports: 2 })], total_count: 1 } },
  'GET /admin/users/carl': { body: { person: carlOf() } },
  ...overrides,
});

it('accounts are found by name or address and by state; both stay in the address', async () => {
  const { person, seen, address } = await openConsole('view=people', people());
  await screen.findByText('2 open reports');
  await person.type(screen.getByRole('searchbox', { name: 'Name or e-mail' }), 'car{Enter}');
  await person.selectOptions(screen.getByRole('combobox', { name: 'Standing' }), 'reported');
  await waitFor(() => expect(seen.at(-1)?.path).toContain('search=car&standing=reported'));
  expect(decodeURIComponent(address())).toContain('search=car&standing=reported');
});

it('a user’s detail view shows the account and links to the reports', async () => {
  await openConsole('view=people&id=carl', people());
  const detail = within(await screen.findByRole('article'));
  expect(detail.getByText('carl@mail.example')).toBeDefined();
  expect(detail.getByText('Please be kind')).toBeDefined();
  const link = detail.getByRole('link', { name: '5, 2 open' });
  expect(decodeURIComponent(decodeURIComponent(link.getAttribute('href') ?? ''))).toContain('reported=carl');
});

it('SV-50: an account is suspended permanently with a reason, which is kept if sending fails', async () => {
  const path = 'POST /admin/users/carl/suspend';
  const { person, seen, answer } = await openConsole('view=people&id=carl', {
    ...people(),
    [path]: refusal(503, 'unavailable', 'Busy now'),
  });
  await person.click(await screen.findByRole('button', { name: 'Suspend…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend carl?' }));
  await person.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(dialog.getByText('Please write a reason')).toBeDefined();
  await person.selectOptions(dialog.getByRole('combobox', { name: 'For how long' }), 'For good');
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Fraud');
  await person.click(dialog.getByRole('button', { name: 'Suspend' }));
  await dialog.findByText('Busy now');
  answer({
    [path]: { body: { message: 'ok' } },
    'GET /admin/users/carl': { body: { person: carlOf({ is_suspended: true }) } },
  });
  await person.click(dialog.getByRole('button', { name: 'Suspend' }));
  await screen.findByText('carl is suspended');
  const sent = seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([
    { reason: 'Fraud', until: null },
    { reason: 'Fraud', until: null },
  ]);
  await screen.findByRole('button', { name: 'Let in again…' });
});

it('SV-50: an account is reinstated', async () => {
  const { person, seen } = await openConsole('view=people&id=carl', {
    ...people({ 'GET /admin/users/carl': { body: { person: carlOf({ is_suspended: true }) } } }),
    'POST /admin/users/carl/unsuspend': { body: { message: 'ok' } },
  });
  await person.click(await screen.findByRole('button', { name: 'Let in again…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Let carl in again?' }));
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A mistake');
  await person.click(dialog.getByRole('button', { name: 'Let in again' }));
  await screen.findByText('carl may come in again');
  expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'A mistake' });
});

it('administrators can’t be suspended', async () => {
  await openConsole('view=people&id=carl', {
    ...people({ 'GET /admin/users/carl': { body: { person: carlOf({ role: 'admin' }) } } }),
  });
  await screen.findByRole('article');
  expect(screen.queryByRole('button', { name: 'Suspend…' })).toBeNull();
});

it('reports that a user does not exist', async () => {
  await openConsole(
    'view=people&id=gone',
    people({ 'GET /admin/users/gone': refusal(404, 'user_not_found', 'User not found') }),
  );
  await screen.findByText('User not found');
});

it('a hint names the data that two accounts share, and is confirmed once', async () => {
  const path = `PATCH /admin/evasion/${flag.flag_id}`;
  const { person, seen, answer } = await openConsole('view=hints', {
    'GET /admin/evasion': { body: { flags: [flag], total_count: 1 } },
    [path]: { body: { message: 'ok' } },
  });
  const hint = within(await screen.findByRole('list', { name: 'Hints' }));
  expect(hint.getByText('Same device')).toBeDefined();
  expect(hint.getByText('Same payer')).toBeDefined();
  answer({ 'GET /admin/evasion': { body: { flags: [], total_count: 0 } } });
  await person.dblClick(hint.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('No hint is waiting');
  const sent = seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(sent).toEqual([{ status: 'confirmed' }]);
});
