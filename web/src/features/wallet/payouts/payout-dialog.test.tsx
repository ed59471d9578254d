import type { Payee, Payout } from '@adda/contract/wallet';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { balanceOf, payoutOf } from '../wallet.fixture.ts';
import { payoutProblem } from './payout-form.tsx';
import { PayoutDialog } from './payout-dialog.tsx';

type ServerState = {
  balance?: number;
  payable?: number;
  payouts?: Payout[];
  payee?: Payee | null;
  isVerified?: boolean;
};

const upi: Payee = { kind: 'upi', name: 'Asha Rao', account_masked: '••••bank' };

const server =
  (overrides: ServerState = {}): RequestHandler =>
  ({ method, path }) => {
    const { balance = 800, payable = balance, payouts = [], payee = upi, isVerified = true } = overrides;
    if (path === '/wallet/balance') return { body: balanceOf(balance, { payable }) };
    if (path === '/users/me') {
      return { body: { username: 'asha', email: 'asha@example.org', email_verified: isVerified } };
    }
    if (path === '/wallet/payee' && method === 'GET') return { body: { payee } };
    return path.startsWith('/wallet/payouts')
      ? { body: { payouts, page: 1, total_pages: payouts.length > 0 ? 1 : 0, total_count: payouts.length } }
      : undefined;
  };

async function show(answering: RequestHandler = server(), as = 'asha') {
  const page = await showPeople(() => <PayoutDialog onClose={vi.fn()} />, answering, as);
  const dialog = within(await screen.findByRole('dialog', { name: 'Request Payout' }));
  const amount = () => dialog.findByLabelText<HTMLInputElement>('Amount in coins');
  const submit = () => page.person.click(dialog.getByRole('button', { name: 'Request Payout' }));
  const requestPayout = async (coins: string) => {
    const field = await amount();
    await dialog.findByText(/can be paid out/);
    await page.person.clear(field);
    if (coins) await page.person.type(field, coins);
    await submit();
  };
  const question = async () => within(await screen.findByRole('dialog', { name: 'Request this payout?' }));
  return { ...page, dialog, amount, requestPayout, question };
}

describe('a payout', () => {
  it.each([
    ['PY-02', '', 800, 'Please enter a valid payout amount'],
    ['PY-02', '0', 100, 'Please enter a valid payout amount'],
    ['PY-02', '-5', 800, 'Please enter a valid payout amount'],
    ['PY-02', '500.005', 800, 'Please enter a valid payout amount'],
    ['PY-03', '10', 499.99, 'Minimum balance for payout is 500 INR'],
    ['PY-03', '600', 499.99, 'Minimum balance for payout is 500 INR'],
    ['PY-04', '499.99', 800, 'Payout amount must be at least 500 INR'],
    ['PY-05', '800.01', 800, 'Payout amount cannot exceed your current balance'],
    ['PY-06, PY-09', '500', 500, undefined],
    ['PY-06', '500.01', 800, undefined],
  ])('%s: ‘%s’ of %d coins: %s', (_id, typed, balance, text) => {
    expect(payoutProblem(typed, balance)).toBe(text);
  });

  it('PY-04: reports errors at the field, keeps the input and sends no request', async () => {
    const { requestPayout, amount, asked, dialog } = await show();
    await requestPayout('499.5');
    expect(await dialog.findByText('Payout amount must be at least 500 INR')).toBeTruthy();
    const field = await amount();
    expect([field.value, field.step, field.getAttribute('aria-invalid')]).toEqual(['499.5', '0.01', 'true']);
    expect(document.activeElement).toBe(field);
    expect(asked('POST /wallet/request-payout')).toHaveLength(0);
  });

  it('X-13, CO-48, CO-49: shows the value next to the label, and the payable amount', async () => {
    const { dialog, amount, person } = await show(server({ payable: 300 }));
    expect(await dialog.findByText('500 coins = $5.00')).toBeTruthy();
    expect(await dialog.findByText(/^300 coins of your 800 coins can be paid out\./)).toBeTruthy();
    await person.type(await amount(), '612.34');
    expect(dialog.getByText('612.34 coins = $6.12')).toBeTruthy();
  });

  it('PY-07, X-13, SH-46: asks for confirmation, and shows how much of it is paid and to whom', async () => {
    const { requestPayout, question, asked, answers, person, dialog } = await show(server({ payable: 300 }));
    await requestPayout('500');
    const dialogue = await question();
    expect(await dialogue.findByText('500 coins = $5.00')).toBeTruthy();
    expect(
      dialogue.getByText('Of this at most 300 coins = $3.00 is paid; the rest comes back to your wallet.'),
    ).toBeTruthy();
    expect(dialogue.getByText(/Asha Rao/)).toBeTruthy();
    expect(asked('POST /wallet/request-payout')).toHaveLength(0);
    const waiting = server({ balance: 300, payouts: [payoutOf()] });
    answers((request) =>
      request.method === 'POST' ? { body: { message: 'ok', payout_id: payoutOf().id } } : waiting(request),
    );
    await person.click(dialogue.getByRole('button', { name: 'Request Payout' }));
    expect(await dialog.findByText(/This request waits for our decision/)).toBeTruthy();
    expect(asked('POST /wallet/request-payout').map(({ body }) => body)).toEqual([{ amount: 500 }]);
    expect(toast.current()).toMatchObject([{ text: 'Your payout is requested.', tone: 'success' }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Request this payout?' })).toBeNull());
    expect(document.activeElement?.textContent).toMatch(/^500 coins = \$5.00This request waits/);
    expect(dialog.queryByLabelText('Amount in coins')).toBeNull();
  });

  it('X-13: states before the request that nothing is paid if all coins were bought', async () => {
    const { requestPayout, question } = await show(server({ payable: 0 }));
    await requestPayout('500');
    const dialogue = await question();
    expect(dialogue.getByText(/^You bought all of these coins, so none of this is paid/)).toBeTruthy();
    expect(dialogue.queryByText(/^Of this at most/)).toBeNull();
  });

  it('PY-07: a rejection shows the server’s message; the input is kept', async () => {
    const { requestPayout, question, answers, person, dialog, amount } = await show();
    await requestPayout('500');
    answers((request) =>
      request.method === 'POST'
        ? refused(400, 'You already have a payout request waiting')
        : server()(request),
    );
    await person.click((await question()).getByRole('button', { name: 'Request Payout' }));
    expect(await dialog.findByText('You already have a payout request waiting')).toBeTruthy();
    expect((await amount()).value).toBe('500');
  });

  it('SV-91: a pending request replaces the form', async () => {
    const { dialog } = await show(server({ payouts: [payoutOf({ amount: 640 })] }));
    expect(await dialog.findByText(/This request waits for our decision/)).toBeTruthy();
    expect(dialog.queryByLabelText('Amount in coins')).toBeNull();
  });

  it('SV-91: without a confirmed e-mail it says so, and can resend the mail', async () => {
    const { dialog } = await show(server({ isVerified: false }));
    expect(await dialog.findByText('Confirm your e-mail before you ask for a payout')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Send the mail again' })).toBeTruthy();
    expect(dialog.queryByLabelText('Amount in coins')).toBeNull();
  });

  it('PY-08: guests see that they need an account, and no request is made', async () => {
    const { dialog, asked } = await show(server(), '_guest-ivy');
    expect(dialog.getByText('Upgrade from Guest to permanent user.')).toBeTruthy();
    for (const path of ['balance', 'payouts', 'payee']) expect(asked(`GET /wallet/${path}`)).toHaveLength(0);
  });

  it('SV-92: lists the requests with their status and reason', async () => {
    const payouts = [
      payoutOf({ id: 'payout_a', status: 'paid', payable: 300, reference: 'UTR 7' }),
      payoutOf({ id: 'payout_b', status: 'rejected', note: 'The account is closed.' }),
    ];
    const { dialog } = await show(server({ payouts }));
    const list = within(await dialog.findByRole('region', { name: 'Your requests' }));
    await list.findByText(/\$3\.00/);
    const [paid, rejected] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(paid).toContain('Paid out: 300 coins = $3.00. The rest came back to your wallet.');
    expect(paid).toContain('Reference: UTR 7');
    expect(rejected).toMatch(/Rejected.*The account is closed\./);
    expect(await dialog.findByLabelText('Amount in coins')).toBeTruthy();
  });
});

describe('the payee', () => {
  const saved: Payee = { kind: 'paypal', name: 'Asha R', account_masked: 'a•••@example.org' };

  it('SV-93: is entered once, validated, and shown masked', async () => {
    const { dialog, person, answers, asked } = await show(server({ payee: null }));
    await person.click(await dialog.findByRole('button', { name: 'Add' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Kind'));
    await person.selectOptions(dialog.getByLabelText('Kind'), 'PayPal');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter the name of the account holder.')).toBeTruthy();
    expect(dialog.getByText('Enter where the money goes.')).toBeTruthy();
    await person.type(dialog.getByLabelText('Account holder'), ' Asha R ');
    await person.type(dialog.getByLabelText('E-mail address at PayPal'), 'asha@example.org');
    answers((request) =>
      request.method === 'POST' ? { body: { message: 'ok', payee: saved } } : server()(request),
    );
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/a•••@example\.org/)).toBeTruthy();
    expect(asked('POST /wallet/payee').map(({ body }) => body)).toEqual([
      { kind: 'paypal', name: 'Asha R', account: 'asha@example.org' },
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change'));
  });

  it('SV-93: can be changed; a failure keeps the input', async () => {
    const { dialog, person, answers } = await show();
    await person.click(await dialog.findByRole('button', { name: 'Change' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Account holder').value).toBe('Asha Rao');
    await person.type(dialog.getByLabelText('UPI ID'), 'asha@upi');
    answers((request) => (request.method === 'POST' ? refused(500, 'Not now.') : server()(request)));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Not now.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('UPI ID').value).toBe('asha@upi');
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText(/••••bank/)).toBeTruthy();
  });
});
