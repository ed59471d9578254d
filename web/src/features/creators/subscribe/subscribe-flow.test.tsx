import type { Plan } from '@adda/contract/creators';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestResponse } from '../../../test/answering-server.ts';
import { refused, showPeople } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import {
  answerScripts,
  configWith,
  offersOf,
  sandboxSays,
  skipPauses,
} from '../../payments/payments.fixture.ts';
import { planOf } from '../creators.fixture.ts';
import { SubscribeFlow } from './subscribe-flow.tsx';

const SUBSCRIBE = 'POST /subscriptions/subscribe';
const CHECK = 'GET /subscriptions/check';
const RAZORPAY = `POST /razorpay/verify-payment/sub_${'1'.repeat(24)}`;
const PAYPAL = `POST /paypal/verify-payment/sub_${'1'.repeat(24)}`;
const EXPIRES = '2026-12-21T10:00:00.000Z';

const gold = planOf('gold', { creator: 'riya', amount: 4.99 });
const silver = planOf('silver', { creator: 'riya', amount: 2 });

const ordered = (given = {}) => ({
  body: {
    subscription_id: `sub_${'1'.repeat(24)}`,
    order_id: 'order_1',
    amount: 42_415,
    currency: 'INR',
    payment_gateway: 'razorpay',
    ...given,
  },
});
const check = (isSubscribed: boolean) => ({
  body: { is_subscribed: isSubscribed, plan_id: null, expires_at: isSubscribed ? EXPIRES : null },
});
const verified = { body: { message: 'Subscribed successfully', is_subscribed: true, expires_at: EXPIRES } };

type TestResponses = Readonly<Record<string, (path: string) => TestResponse>>;

async function open(
  answers: TestResponses = {},
  {
    plans = [gold],
    as = 'asha',
    offers = offersOf(),
  }: { plans?: Plan[]; as?: string; offers?: ReturnType<typeof offersOf> } = {},
) {
  const onSubscribed = vi.fn();
  const page = await showPeople(
    () => <SubscribeFlow creator="riya" plans={plans} onSubscribed={onSubscribed} />,
    ({ method, path }) => {
      const call = `${method} ${path.split('?')[0]}`;
      if (answers[call]) return answers[call](path);
      if (call === 'GET /config/client') return { body: configWith(offers) };
      if (call === CHECK) return check(false);
      if (call === SUBSCRIBE) return ordered();
      return call === RAZORPAY || call === PAYPAL ? verified : undefined;
    },
    as,
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Subscribe' });
  if (offers.length > 0 && !as.startsWith('_')) await waitFor(() => expect(button.disabled).toBe(false));
  return { ...page, onSubscribed, button, press: () => page.person.click(button) };
}

const alertText = async () => within(await screen.findByRole('alert'));

afterEach(() => {
  delete window.Razorpay;
  delete window.paypal;
});

describe('before the payment', () => {
  it.each([
    ['USD', '$4.99 for 30 days', 'Razorpay', 'Indian rupees', 'PayPal'],
    ['INR', '₹424.15 for 30 days', 'PayPal', 'US dollars', 'Razorpay'],
  ])(
    'HM-16, X-09, PL-02: a reader of %s sees %s; that %s charges %s is said in words',
    async (currency, price, foreign, name, own) => {
      const { person, container } = await open({
        'GET /users/settings': () => ({ body: { currency } }),
      });
      expect(await screen.findAllByText(price)).toHaveLength(2);
      await person.click(screen.getByRole('radio', { name: foreign }));
      expect(
        screen.getByText(`The payment is made in ${name}. You see the exact sum before you pay.`),
      ).toBeTruthy();
      expect(container.textContent).not.toMatch(currency === 'INR' ? /\$/ : /₹/);
      await person.click(screen.getByRole('radio', { name: own }));
      expect(screen.queryByText(/The payment is made in/)).toBeNull();
      expect(container.textContent).not.toMatch(currency === 'INR' ? /\$/ : /₹/);
    },
  );

  it('SV-82: says that a payment at the sandbox is a test', async () => {
    await open();
    expect(screen.getByText('Test payments: no real money moves on this server.')).toBeTruthy();
  });

  it('SU-09: two providers are a choice that is remembered; with one there is no choice', async () => {
    const page = await open();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Razorpay/ }).checked).toBe(true);
    await page.person.click(screen.getByRole('radio', { name: /PayPal/ }));
    page.unmount();
    const again = await open();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /PayPal/ }).checked).toBe(true);
    again.unmount();
    await open({}, { offers: offersOf().slice(0, 1) });
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('SU-18: guests see that they need an account, and nothing is requested', async () => {
    const { button, asked } = await open({}, { as: '_guest-kabir' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(asked(CHECK)).toHaveLength(0);
  });

  it('SU-12, SU-18: existing subscribers read the expiry', async () => {
    await showPeople(
      () => <SubscribeFlow creator="riya" plans={[gold]} />,
      ({ path }) =>
        path.startsWith('/subscriptions/check') ? check(true) : { body: configWith(offersOf()) },
    );
    expect(await screen.findByText("You're subscribed.")).toBeTruthy();
    expect(screen.getByText(/open for you until 21 December 2026/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  });

  it('shows that payments are unavailable', async () => {
    const { button } = await open({}, { offers: [] });
    expect(await screen.findByText(/This server doesn't take payments yet/)).toBeTruthy();
    expect(button.disabled).toBe(true);
  });
});

describe('a payment', () => {
  it('SU-04, SU-06, SU-07, SU-09, SU-10: order, checkout, verification; then everything is reloaded', async () => {
    const { press, asked, client, onSubscribed } = await open();
    await client.prefetchQuery({ queryKey: ['posts'], queryFn: () => 1, meta: { showsPeople: true } });
    await press();
    expect(await screen.findByText('Waiting for your payment of ₹424.15…')).toBeTruthy();
    expect(asked(SUBSCRIBE).map(({ path }) => path)).toEqual([
      `/subscriptions/subscribe?plan_id=${gold.plan_id}&payment_gateway=razorpay`,
    ]);
    const before = asked(CHECK).length;
    await sandboxSays({ outcome: 'success' });
    await waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
    expect(asked(RAZORPAY).map(({ body }) => body)).toEqual([{ payment_id: 'pay_1', signature: 'signed' }]);
    expect(toast.current()).toMatchObject([{ text: 'Subscribed successfully', tone: 'success' }]);
    expect(client.getQueryState(['posts'])?.isInvalidated).toBe(true);
    await waitFor(() => expect(asked(CHECK).length).toBeGreaterThan(before));
  });

  it('the focus moves to the result', async () => {
    let isPaid = false;
    const { press } = await open({
      [CHECK]: () => check(isPaid),
      [RAZORPAY]: () => {
        isPaid = true;
        return verified;
      },
    });
    await press();
    await sandboxSays({ outcome: 'success' });
    expect(await screen.findByText("You're subscribed.")).toBeTruthy();
    expect(document.activeElement?.textContent).toContain("You're subscribed.");
  });

  it('SU-11, SU-14, SU-16: PayPal is verified on its own path, with the order as the payment', async () => {
    const paypal = ordered({ amount: 499, currency: undefined, payment_gateway: 'paypal' });
    const { press, person, asked, onSubscribed } = await open({ [SUBSCRIBE]: () => paypal });
    await person.click(screen.getByRole('radio', { name: /PayPal/ }));
    await press();
    expect(await screen.findByRole('dialog', { name: 'Pay $4.99' })).toBeTruthy();
    await sandboxSays({ outcome: 'success', payment_id: 'order_1', signature: null });
    await waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
    expect(asked(PAYPAL).map(({ body }) => body)).toEqual([{ payment_id: 'order_1' }]);
    expect(asked(RAZORPAY)).toHaveLength(0);
  });

  it('SU-15: a response without a currency is in rupees for Razorpay', async () => {
    const { press } = await open({ [SUBSCRIBE]: () => ordered({ currency: undefined }) });
    await press();
    expect(await screen.findByRole('dialog', { name: 'Pay ₹424.15' })).toBeTruthy();
  });

  it('SU-05: an unconfirmed payment is verified again, 2 s apart', async () => {
    const pauses = skipPauses(2000);
    let tries = 0;
    const late = () => ((tries += 1) < 3 ? refused(400, 'Payment is not completed yet') : verified);
    const { press, onSubscribed } = await open({ [RAZORPAY]: late });
    await press();
    await sandboxSays({ outcome: 'success' });
    await waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
    expect([tries, pauses.count()]).toEqual([3, 2]);
  });
});

describe('failures', () => {
  it('SU-24: without a selected plan an error is shown and nothing is ordered', async () => {
    const { press, person, asked } = await open({}, { plans: [silver, gold] });
    await press();
    expect((await alertText()).getByText('No plan selected')).toBeTruthy();
    expect(asked(SUBSCRIBE)).toHaveLength(0);
    await person.click(screen.getByRole('radio', { name: /silver/ }));
    expect(screen.queryByRole('alert')).toBeNull();
    await press();
    await screen.findByRole('dialog');
    expect(asked(SUBSCRIBE)[0]?.path).toContain(silver.plan_id);
  });

  it.each([
    [
      'SU-20',
      refused(422, [{ loc: ['query', 'plan_id'], msg: 'x' }]),
      'Invalid plan ID. Please select a valid plan.',
    ],
    [
      'SU-21',
      refused(400, 'You are already subscribed to this creator'),
      'You are already subscribed to this creator',
    ],
    ['SU-21', refused(400, ''), 'Cannot subscribe to this plan'],
    ['SU-22', refused(403, 'Not authorized to subscribe'), 'Not authorized to subscribe'],
    ['SU-23', refused(502, 'The payment provider did not answer.'), 'The payment provider did not answer.'],
    ['SU-23', refused(500, ''), 'Failed to subscribe'],
    ['SU-25', ordered({ order_id: undefined }), 'Invalid response from server...'],
    ['SU-25', { body: undefined }, 'Invalid response from server...'],
    ['SU-28', refused(400, 'Unsupported payment gateway'), 'Unsupported payment gateway'],
  ])('%s: the response to the order is %o', async (_id, answer, text) => {
    const { press, button } = await open({ [SUBSCRIBE]: () => answer });
    await press();
    expect((await alertText()).getByText(text)).toBeTruthy();
    // It can be retried immediately.
    expect(button.getAttribute('aria-busy')).toBeNull();
  });

  it.each([
    ['SU-26', 'Razorpay', 'Razorpay SDK not loaded'],
    ['SU-27', 'PayPal', 'PayPal SDK not loaded'],
  ])('%s: the script of %s fails to load', async (_id, gateway, text) => {
    answerScripts(() => {
      throw new Error('offline');
    });
    const { press, person } = await open({}, { offers: offersOf(false) });
    await person.click(screen.getByRole('radio', { name: new RegExp(gateway) }));
    await press();
    expect((await alertText()).getByText(text)).toBeTruthy();
  });

  it.each([
    ['SU-29', { outcome: 'failure' }, 'Payment failed: The bank said no'],
    ['SU-30', { outcome: 'failure', description: null }, 'Payment failed. Please try again.'],
    ['Q-33', { outcome: 'dismiss' }, 'Payment cancelled'],
  ] as const)('%s, SU-08: the checkout ends with %o; the selection is kept', async (_id, said, text) => {
    const { press, person, asked } = await open({}, { plans: [silver, gold] });
    await person.click(screen.getByRole('radio', { name: /silver/ }));
    await press();
    await sandboxSays(said);
    expect((await alertText()).getByText(text)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /silver/ }).checked).toBe(true);
    expect(asked(RAZORPAY)).toHaveLength(0);
  });

  it('SU-08: after a declined payment the approval starts again, for the same order', async () => {
    let isDeclined = true;
    const declined = { status: 400, body: { detail: 'Declined', code: 'payment_declined' } };
    const { press, person, asked, onSubscribed } = await open({
      [SUBSCRIBE]: () => ordered({ currency: 'USD', amount: 499, payment_gateway: 'paypal' }),
      [PAYPAL]: () => (isDeclined ? declined : verified),
    });
    await person.click(screen.getByRole('radio', { name: /PayPal/ }));
    await press();
    await sandboxSays({ outcome: 'success' });
    const again = within(await screen.findByRole('alert'));
    expect(again.getByText(/^That payment was declined, and nothing was charged./)).toBeTruthy();
    expect(onSubscribed).not.toHaveBeenCalled();
    isDeclined = false;
    await sandboxSays({ outcome: 'success' });
    await waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
    expect([asked(SUBSCRIBE).length, asked(PAYPAL).length]).toEqual([1, 2]);
  });

  it('Q-33: a closed checkout is checked, and may turn out to be paid', async () => {
    let isPaid = false;
    const { press, person, onSubscribed } = await open({ [CHECK]: () => check(isPaid) });
    await press();
    await screen.findByRole('dialog');
    isPaid = true;
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('SU-31, CO-11: after the third failed verification', async () => {
    const pauses = skipPauses(2000);
    const { press, asked } = await open({ [RAZORPAY]: () => refused(400, 'Payment is not completed yet') });
    await press();
    await sandboxSays({ outcome: 'success' });
    const alert = await alertText();
    expect(alert.getByText('Payment verification failed. Please contact support.')).toBeTruthy();
    expect(asked(RAZORPAY)).toHaveLength(3);
    expect(pauses.count()).toBe(2);
  });

  it('shows the result also after the view was closed', async () => {
    skipPauses(2000);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await open({
      [RAZORPAY]: () => ({ ...refused(400, 'Payment is not completed yet'), until: held }),
    });
    await page.press();
    await sandboxSays({ outcome: 'success' });
    await waitFor(() => expect(page.asked(RAZORPAY)).toHaveLength(1));
    page.unmount();
    act(answer);
    await waitFor(() =>
      expect(toast.current()).toMatchObject([
        { text: 'Payment verification failed. Please contact support.', tone: 'problem' },
      ]),
    );
  });
});
