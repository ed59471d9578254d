import type { AuditEntry } from '@adda/contract/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { hoursAgo, openConsole, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  setViewport('desktop');
});

const entryOf = (id: number, action: string, overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  actor: 'rani',
  action,
  target: 'user:carl',
  details: {},
  created_at: hoursAgo(1),
  hash: String(id).repeat(64).slice(0, 64),
  ...overrides,
});

const audit = (overrides: TestResponses = {}): TestResponses => ({
  'GET /admin/audit': ({ path }) =>
    path.includes('before=7')
      ? { body: { entries: [entryOf(6, 'strange_deed')], next_before: null, actions: ['user_warned'] } }
      : {
          body: {
            entries: [
              entryOf(8, 'wallet_bonus', { details: { coins: 1200, description: 'Well done' } }),
              entryOf(7, 'admin_granted', { actor: 'command' }),
            ],
            next_before: 7,
            actions: ['admin_granted', 'user_warned'],
          },
        },
  ...overrides,
});

it('SV-105: the audit lists entries as sentences, newest first, and loads more below', async () => {
  const { person } = await openConsole('view=audit', audit());
  const table = within(await screen.findByRole('table', { name: 'Audit' }));
  const rows = () => table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows()[1]).toContain('rani gave carl 1,200 coins');
  expect(rows()[2]).toContain('The server made carl an administrator');
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('rani: strange_deed of user:carl');
  expect(rows()).toHaveLength(4);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

it('an opened entry shows all of its data', async () => {
  const { person } = await openConsole('view=audit', audit());
  const button = await screen.findByRole('button', { name: 'Details of entry 8' });
  await person.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('Well done')).toBeDefined();
  expect(screen.getByText('8'.repeat(64))).toBeDefined();
});

it('the audit is filtered by actor, action and target, which are kept in the address', async () => {
  const { person, seen, address } = await openConsole('view=audit', audit());
  await screen.findByRole('table', { name: 'Audit' });
  await person.type(screen.getByRole('searchbox', { name: 'By whom' }), 'Rani{Enter}');
  await person.type(screen.getByRole('searchbox', { name: /^About/ }), 'user:carl{Enter}');
  await person.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'user_warned');
  await waitFor(() => expect(seen.at(-1)?.path).toContain('action=user_warned'));
  expect(decodeURIComponent(seen.at(-1)?.path ?? '')).toContain('actor=rani');
  expect(decodeURIComponent(seen.at(-1)?.path ?? '')).toContain('target=user:carl');
  expect(decodeURIComponent(address())).toContain('action=user_warned');
});

it('SV-105: the chain is verified on demand, and errors stand out', async () => {
  const path = 'POST /admin/audit/check';
  const { person, answer } = await openConsole('view=audit', {
    ...audit(),
    [path]: { body: { ok: true, entries: 1234, head: 'a'.repeat(64), problem: null } },
  });
  const verify = await screen.findByRole('button', { name: 'Verify chain' });
  await person.click(verify);
  await screen.findByText('The audit is complete and unchanged.');
  expect(screen.getByText('Entries: 1,234')).toBeDefined();
  expect(screen.getByText('a'.repeat(64))).toBeDefined();
  answer({ [path]: { body: { ok: false, entries: 9, head: null, problem: 'entry 5 does not fit' } } });
  await person.click(verify);
  expect((await screen.findByRole('alert')).textContent).toContain('entry 5 does not fit');
  answer({ [path]: refusal(503, 'unavailable', 'Busy now') });
  await person.click(verify);
  await screen.findByText('Busy now');
});
