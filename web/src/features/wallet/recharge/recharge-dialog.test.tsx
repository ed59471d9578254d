import { RECHARGE_PACKAGES } from '@adda/contract/recharge';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../../platform/session.ts';
import type { TestResponse } from '../../../test/answering-server.ts';
import { refused, showPeople } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { answerScripts, configWith, offersOf, sandboxSays } from '../../payments/payments.fixture.ts';
import { balanceQuery } from '../wallet.queries.ts';
import { RechargeDialog } from './recharge-dialog.tsx';

const ORDER = 'POST /recharge/order';
const VERIFY = 'POST /recharge/verify-payment/order_1';
const STATUS = 'GET /recharge/payment/status/order_1';
const HISTORY = 'GET /wallet/history';

const order = {
  body: {
    order_id: 'order_1',
    amount: 500,
    currency: 'USD',
    coin_amount: 500,
    payment_gateway: 'razorpay',
  },
};
const statusIs = (status: string) => ({ body: { status, coin_amount: 500 } });
const line = {
  _id: 'a'.repeat(24),
  transaction_type: 'credit',
  description: 'Recharge: 500 coins',
  amount: 500,
  created_at: '2026-11-20T10:00:00.000Z',
};

type TestResponses = Readonly<Record<string, () => TestResponse>>;

async function open(answers: TestResponses = {}, as = 'asha', offers = offersOf()) {
  const onClose = vi.fn();
  let balance = 12;
  const page = await showPeople(
    () => <RechargeDialog onClose={onClose} />,
    ({ method, path }) => {
      const call = `${method} ${path.split('?')[0]}`;
      if (answers[call]) return answers[call]();
      if (call === 'GET /config/client') return { body: configWith(offers) };
      if (call === 'GET /wallet/balance') return { body: { balance, currency: 'COIN', payable: 0, held: 0 } };
      if (call === HISTORY) return { body: { history: [line], page: 1, total_pages: 1, total_count: 1 } };
      if (call === ORDER) return order;
      if (call === STATUS) return statusIs('created');
      if (call !== VERIFY) return undefined;
      balance = 512;
      return { body: { message: 'ok', coin_amount: 500, balance } };
    },
    as,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Recharge Wallet' }));
  return { ...page, onClose, dialog };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Chooses five dollars and pays. */
async function pay({ person, dialog }: Opened): Promise<void> {
  await person.click(await dialog.findByRole('radio', { name: /\$5 500 coins/ }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Pay $5' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await person.click(button);
}

const alertText = async () => within(await screen.findByRole('alert'));

afterEach(() => {
  delete window.Razorpay;
});

describe('buying coins', () => {
  it('RC-03, SH-45: each package shows its dollars and coins', async () => {
    const { dialog } = await open();
    for (const { dollars, coins } of RECHARGE_PACKAGES) {
      const name = `$${dollars} ${coins.toLocaleString('en-US')} coins`;
      expect(await dialog.findByRole('radio', { name })).toBeTruthy();
    }
    expect(dialog.getAllByRole('radio', { name: /coins$/ })).toHaveLength(7);
  });

  it('HM-16: a reader of rupees sees no dollars, and in words that the payment is made in them', async () => {
    const { dialog, person, container } = await open({
      'GET /users/settings': () => ({ body: { currency: 'INR' } }),
    });
    await person.click(await dialog.findByRole('radio', { name: '₹425 500 coins' }));
    expect(dialog.getByRole('button', { name: 'Pay ₹425' })).toBeTruthy();
    expect(dialog.getByText(/^100 coins are ₹85\.00\./)).toBeTruthy();
    expect(dialog.getByText(/^The payment is made in US dollars/)).toBeTruthy();
    expect(container.textContent).not.toContain('$');
  });

  it('RC-09: a package must be chosen; the error disappears after the choice', async () => {
    const { dialog, person, asked } = await open();
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add coins' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await person.click(button);
    expect(dialog.getByText('Please select a package')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: '$1 100 coins' }));
    expect(asked(ORDER)).toHaveLength(0);
    await person.click(dialog.getByRole('radio', { name: /\$1 100 coins/ }));
    expect(dialog.queryByText('Please select a package')).toBeNull();
  });

  it('RC-07, SH-31: without an account it leads to the login', async () => {
    const { onClose, person } = await open();
    act(() => session.logOut());
    expect(await screen.findByText('Please log in to recharge your wallet')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Log in' });
    expect(link.getAttribute('href')).toBe('/login');
    await person.click(link);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('RC-08, RC-23: guests see that they need an account, and nothing is ordered', async () => {
    const { dialog } = await open({}, '_guest-kabir');
    expect(dialog.getByText('Upgrade from Guest to permanent user.')).toBeTruthy();
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.getByRole('link', { name: 'Keep my account' }).getAttribute('href')).toBe('/upgrade');
  });

  it('RC-04, RC-05, RC-10, RC-11, RC-14, RC-15: order, checkout, verification; balance and history are updated', async () => {
    const page = await open();
    await page.client.prefetchQuery(balanceQuery('asha'));
    await pay(page);
    expect(await screen.findByRole('dialog', { name: 'Pay $5.00' })).toBeTruthy();
    expect(page.asked(ORDER).map(({ body }) => body)).toEqual([{ amount: 500, payment_gateway: 'razorpay' }]);
    await sandboxSays({ outcome: 'success' });
    expect(await page.dialog.findByText('+500 coins')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('+500 coins');
    expect(await page.dialog.findByText('You have 512 coins now.')).toBeTruthy();
    expect(await page.dialog.findByText('Recharge: 500 coins')).toBeTruthy();
    expect(page.asked(VERIFY).map(({ body }) => body)).toEqual([
      { payment_id: 'pay_1', signature: 'signed' },
    ]);
    expect(page.asked(HISTORY)[0]?.path).toBe('/wallet/history?page=1&page_size=6');
    await page.person.click(page.dialog.getByRole('button', { name: 'Buy more' }));
    expect(page.dialog.getAllByRole('radio', { name: /coins$/ })).toHaveLength(7);
  });

  it('RC-10: PayPal can be chosen', async () => {
    const page = await open();
    await page.person.click(await page.dialog.findByRole('radio', { name: /PayPal/ }));
    await pay(page);
    await screen.findByRole('dialog', { name: 'Pay $5.00' });
    expect(page.asked(ORDER)[0]?.body).toEqual({ amount: 500, payment_gateway: 'paypal' });
  });

  it('RC-13, X-11, CO-53: a response without a currency is in dollars', async () => {
    const page = await open({ [ORDER]: () => ({ body: { ...order.body, currency: undefined } }) });
    await pay(page);
    expect(await screen.findByRole('dialog', { name: 'Pay $5.00' })).toBeTruthy();
  });
});

describe('messages of failures', () => {
  it.each([
    ['RC-19', refused(502, 'The payment provider did not answer.'), 'Failed to create recharge order'],
    ['RC-20', { body: { amount: 500 } }, 'Order ID not received from server'],
    ['RC-20', { body: undefined }, 'Order ID not received from server'],
  ])('%s: the order is answered %o; the package stays chosen', async (_id, answer, text) => {
    const page = await open({ [ORDER]: () => answer });
    await pay(page);
    expect((await alertText()).getByText(text)).toBeTruthy();
    expect(page.dialog.getByRole<HTMLInputElement>('radio', { name: /\$5 500 coins/ }).checked).toBe(true);
  });

  it('RC-21: the provider’s script fails to load', async () => {
    answerScripts(() => {
      throw new Error('offline');
    });
    const page = await open({}, 'asha', offersOf(false));
    await pay(page);
    expect((await alertText()).getByText('Failed to load payment script')).toBeTruthy();
  });

  it.each([
    ['RC-16', { outcome: 'failure' }, 'Payment failed: The bank said no'],
    ['RC-17', { outcome: 'dismiss' }, 'Payment cancelled'],
  ] as const)(
    '%s, RC-06: the checkout ends with %o, and the status is looked up',
    async (_id, message, text) => {
      const page = await open();
      await pay(page);
      await sandboxSays(message);
      expect((await alertText()).getByText(text)).toBeTruthy();
      expect(page.asked(STATUS)).toHaveLength(1);
      expect(page.asked(VERIFY)).toHaveLength(0);
    },
  );

  it.each(['failure', 'dismiss'] as const)(
    'RC-06, Q-33: a %s checkout that was paid anyway counts as paid',
    async (outcome) => {
      const page = await open({ [STATUS]: () => statusIs('paid') });
      await pay(page);
      await sandboxSays({ outcome });
      expect(await page.dialog.findByText('+500 coins')).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('RC-18: the status lookup fails', async () => {
    const page = await open({ [STATUS]: () => refused(500, '') });
    await pay(page);
    await sandboxSays({ outcome: 'dismiss' });
    expect((await alertText()).getByText('Unable to verify payment status')).toBeTruthy();
  });

  it('RC-22: the verification fails, with its reason', async () => {
    const page = await open({ [VERIFY]: () => refused(400, 'Payment is not completed yet') });
    await pay(page);
    await sandboxSays({ outcome: 'success' });
    const alert = await alertText();
    expect(alert.getByText('Failed to verify payment')).toBeTruthy();
    expect(alert.getByText('Payment is not completed yet')).toBeTruthy();
  });

  it('RC-06: after a lost verification the status is looked up', async () => {
    const page = await open({ [VERIFY]: () => refused(502, ''), [STATUS]: () => statusIs('paid') });
    await pay(page);
    await sandboxSays({ outcome: 'success' });
    expect(await page.dialog.findByText('+500 coins')).toBeTruthy();
  });

  it('after the dialog was closed, a toast reports the coins', async () => {
    let answer = () => {};
    const pending = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await open({
      [VERIFY]: () => ({ body: { message: 'ok', coin_amount: 500, balance: 512 }, until: pending }),
    });
    await pay(page);
    await sandboxSays({ outcome: 'success' });
    await waitFor(() => expect(page.asked(VERIFY)).toHaveLength(1));
    page.unmount();
    act(answer);
    await waitFor(() =>
      expect(toast.current()).toMatchObject([{ text: '500 coins are in your wallet.', tone: 'success' }]),
    );
  });
});
