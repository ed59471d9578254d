import type { BonusCase, PayoutCase } from '@adda/contract/wallet';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { hoursAgo, openConsole, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  setViewport('desktop');
});

const payoutOf = (id: string, username: string, overrides: Partial<PayoutCase> = {}): PayoutCase => ({
  id: `payout_${id.repeat(24)}`,
  username,
  is_suspended: false,
  email: `${username}@mail.example`,
  amount: 1500,
  payable: 1100,
  status: 'pending',
  created_at: hoursAgo(30),
  decided_at: null,
  note: null,
  reference: null,
  bought: 400,
  earned: 1000,
  given: 100,
  payee: { kind: 'upi', name: 'Carl Example', account_masked: '•••@bank' },
  first_approval: null,
  can_decide: true,
  can_approve: true,
  ...overrides,
});

const carl = payoutOf('c', 'carl');
const dora = payoutOf('d', 'dora', { bought: 0, payable: 1500, payee: null });
const path = `PATCH /admin/payouts/${carl.id}`;

const openPayout = (payout: PayoutCase, overrides: TestResponses = {}, filter = '') =>
  openConsole(`view=payouts&id=${payout.id}${filter}`, {
    'GET /admin/payouts': { body: { payouts: [payout, dora], page: 1, total_pages: 1, total_count: 2 } },
    [`GET /admin/payouts/${carl.id}`]: { body: { payout: carl, account: 'carl@bank' } },
    [path]: { body: { message: 'ok', status: 'approved' } },
    ...overrides,
  });

const sentTo = (seen: readonly { method: string; body: unknown }[], method: string) =>
  seen.filter((each) => each.method === method).map(({ body }) => body);

it('SV-93: a request shows its value and coin sources; the full account is read on demand only', async () => {
  const { person, seen } = await openPayout(carl);
  const detail = within(await screen.findByRole('article'));
  expect(detail.getByText('1,500 coins = $15.00')).toBeDefined();
  expect(detail.getByText('1,100 coins = $11.00')).toBeDefined();
  expect(detail.getByText('400 coins')).toBeDefined();
  expect(detail.getByText('•••@bank')).toBeDefined();
  expect(detail.getByText('It is kept in the audit that you looked.')).toBeDefined();
  expect(seen.some((each) => each.path.includes(`/admin/payouts/${carl.id}`))).toBe(false);
  await person.click(detail.getByRole('button', { name: 'Show account' }));
  await detail.findByText('carl@bank');
  expect(detail.queryByRole('button', { name: 'Show account' })).toBeNull();
});

it('SV-93: a request is approved after a confirmation, and the next one opens', async () => {
  const { person, seen, address } = await openPayout(carl);
  await person.click(await screen.findByRole('button', { name: 'Approve…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the payout of carl?' }));
  expect(sentTo(seen, 'PATCH')).toEqual([]);
  await person.dblClick(dialog.getByRole('button', { name: 'Approve' }));
  await screen.findByText('Payout approved');
  expect(sentTo(seen, 'PATCH')).toEqual([{ status: 'approved' }]);
  await waitFor(() => expect(address()).toContain(dora.id));
  await screen.findByText('They have not said where the money goes. Ask them before you pay.');
});

it('an approved one is marked as paid with a reference, which is kept if the server rejects it', async () => {
  const approved = payoutOf('c', 'carl', { status: 'approved' });
  const detail =
    'A refund left this person 20 coins short. Reject the payout: they are taken from what comes back';
  const { person, seen, answer } = await openPayout(approved, {
    [path]: refusal(409, 'payout_owes', detail),
  });
  await person.click(await screen.findByRole('button', { name: 'Mark as paid…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Has carl been paid?' }));
  await person.click(dialog.getByRole('button', { name: 'Mark as paid' }));
  expect(dialog.getByText('Please write the reference of the transfer')).toBeDefined();
  await person.type(dialog.getByRole('textbox'), 'UTR 42');
  await person.click(dialog.getByRole('button', { name: 'Mark as paid' }));
  await dialog.findByText(detail);
  expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('UTR 42');
  answer({ [path]: { body: { message: 'ok', status: 'paid' } } });
  await person.click(dialog.getByRole('button', { name: 'Mark as paid' }));
  await screen.findByText('Payout marked as paid');
  expect(sentTo(seen, 'PATCH').at(-1)).toEqual({ status: 'paid', reference: 'UTR 42' });
});

it('a rejection requires a note', async () => {
  const { person, seen } = await openPayout(carl, {
    [path]: { body: { message: 'ok', status: 'rejected' } },
  });
  await person.click(await screen.findByRole('button', { name: 'Reject…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the payout of carl?' }));
  await person.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(dialog.getByText('Please write why')).toBeDefined();
  await person.type(dialog.getByRole('textbox'), 'The name is another one');
  await person.click(dialog.getByRole('button', { name: 'Reject' }));
  await screen.findByText('Payout rejected');
  expect(sentTo(seen, 'PATCH')).toEqual([{ status: 'rejected', note: 'The name is another one' }]);
});

it('reports that another administrator was faster, also when the request leaves the list', async () => {
  const text = 'A payout that is rejected cannot become approved';
  const { person, answer } = await openPayout(carl, { [path]: refusal(409, 'payout_step_refused', text) });
  await person.click(await screen.findByRole('button', { name: 'Approve…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the payout of carl?' }));
  answer({ 'GET /admin/payouts': { body: { payouts: [dora], page: 1, total_pages: 1, total_count: 1 } } });
  await person.click(dialog.getByRole('button', { name: 'Approve' }));
  await screen.findByText('This is not in the list');
  expect(screen.getByText(text)).toBeDefined();
});

it('requests are filtered by status, pending ones by default', async () => {
  const { person, seen, address } = await openPayout(carl);
  await screen.findByRole('article');
  expect(seen.some((each) => each.path.includes('/admin/payouts?status=pending'))).toBe(true);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'paid');
  await waitFor(() => expect(seen.at(-1)?.path).toContain('status=paid'));
  expect(decodeURIComponent(address())).toContain('status=paid');
});

it('SV-95: a bonus keeps its request id across retries', async () => {
  const bonus = 'POST /admin/wallet/bonus';
  const { person, seen, answer } = await openPayout(carl, { [bonus]: { isLost: true } });
  await person.click(await screen.findByRole('button', { name: 'Give a bonus…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give a bonus' }));
  const give = dialog.getByRole('button', { name: 'Give coins' });
  await person.type(dialog.getByRole('textbox', { name: 'Username' }), ' Carl ');
  await person.type(dialog.getByRole('textbox', { name: 'Coins' }), '100001');
  await person.click(give);
  expect(dialog.getByText('A whole number, at most 100,000 coins')).toBeDefined();
  expect(dialog.getByText('Please write what it is for')).toBeDefined();
  await person.clear(dialog.getByRole('textbox', { name: 'Coins' }));
  await person.type(dialog.getByRole('textbox', { name: 'Coins' }), '250');
  await person.type(dialog.getByRole('textbox', { name: /^What for/ }), 'Well done');
  expect(dialog.getByText('Worth $2.50')).toBeDefined();
  await person.dblClick(give);
  await dialog.findByRole('alert');
  answer({ [bonus]: { body: { message: 'ok', status: 'given' } } });
  await person.click(give);
  await screen.findByText('carl got 250 coins');
  const [first, second, ...more] = sentTo(seen, 'POST');
  expect(more).toEqual([]);
  expect(first).toEqual({
    username: 'carl',
    amount: 250,
    type: 'star_bonus',
    description: 'Well done',
    request_id: expect.stringMatching(/^[\w-]{10,64}$/),
  });
  expect(second).toEqual(first);
});

it('SV-93: the first of two approvals waits, and names its administrator', async () => {
  const started = payoutOf('c', 'carl', {
    first_approval: { username: 'rani', at: hoursAgo(1) },
    can_approve: false,
  });
  const { person, answer } = await openPayout(carl, {
    [path]: { body: { message: 'ok', status: 'pending' } },
  });
  await person.click(await screen.findByRole('button', { name: 'Approve…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the payout of carl?' }));
  answer({ 'GET /admin/payouts': { body: { payouts: [started], page: 1, total_pages: 1, total_count: 1 } } });
  await person.click(dialog.getByRole('button', { name: 'Approve' }));
  await screen.findByText('Approved. Another administrator has to approve it as well.');
  await person.click(await screen.findByRole('link', { name: /carl/ }));
  await screen.findByText('You approved it. Another administrator has to approve it as well.');
  expect(screen.getByText('First approval').parentElement?.textContent).toContain('rani');
  expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Reject…' })).toBeDefined();
});

it('SV-93: administrators can’t decide their own payout', async () => {
  await openPayout(payoutOf('c', 'asha', { can_decide: false, can_approve: false }));
  await screen.findByText('This payout is yours, so another administrator decides.');
  for (const name of ['Approve…', 'Reject…']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('SV-95: a large bonus waits, names its initiator, and is confirmed after a confirmation', async () => {
  const bonus: BonusCase = {
    id: `bonus_${'b'.repeat(24)}`,
    username: 'dora',
    amount: 6000,
    description: 'For a good year',
    status: 'waiting',
    proposed_by: 'rani',
    created_at: hoursAgo(1),
    decided_by: null,
    decided_at: null,
    can_refuse: true,
    can_confirm: true,
  };
  const own = {
    ...bonus,
    id: `bonus_${'c'.repeat(24)}`,
    username: 'emil',
    proposed_by: 'asha',
    can_confirm: false,
  };
  const mine = { ...own, id: `bonus_${'d'.repeat(24)}`, username: 'asha', can_refuse: false };
  const decide = `PATCH /admin/wallet/bonuses/${bonus.id}`;
  const { person, seen, answer } = await openPayout(carl, {
    'GET /admin/wallet/bonuses': {
      body: { bonuses: [bonus, own, mine], page: 1, total_pages: 1, total_count: 3 },
    },
    [decide]: { body: { message: 'ok' } },
  });
  const waiting = within(await screen.findByRole('region', { name: '3 bonuses wait' }));
  expect(waiting.getByText('Started by rani')).toBeDefined();
  expect(waiting.getByText('Another administrator has to confirm it.')).toBeDefined();
  expect(waiting.getByText('It is for you, so another administrator decides.')).toBeDefined();
  expect(waiting.getAllByRole('button', { name: 'Confirm…' })).toHaveLength(1);
  await person.click(waiting.getByRole('button', { name: 'Confirm…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give dora this bonus?' }));
  answer({
    'GET /admin/wallet/bonuses': { body: { bonuses: [], page: 1, total_pages: 0, total_count: 0 } },
  });
  await person.click(dialog.getByRole('button', { name: 'Give coins' }));
  await screen.findByText('dora got 6,000 coins');
  expect(sentTo(seen, 'PATCH')).toEqual([{ status: 'given' }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: /bonus/ })).toBeNull());
});
