import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { CheckoutResult, CheckoutRequest } from './checkout.types.ts';
import { answerScripts, sandboxSays } from './payments.fixture.ts';
import { useCheckout } from './use-checkout.tsx';

const request: CheckoutRequest = {
  gateway: 'razorpay',
  key: 'rzp_test',
  isSandbox: true,
  orderId: 'order_1',
  amount: 42_415,
  currency: 'INR',
  description: 'Backstage',
};

const ends: unknown[] = [];
beforeEach(() => {
  ends.length = 0;
});
afterEach(() => {
  delete window.Razorpay;
  delete window.paypal;
});

function Shop({ requested }: { requested: CheckoutRequest }) {
  const { openCheckout, checkout } = useCheckout();
  const open = () =>
    void openCheckout(requested).then(
      (result: CheckoutResult) => ends.push(result),
      (error: unknown) => ends.push(error),
    );
  return (
    <>
      <button type="button" onClick={open}>
        Open
      </button>
      {checkout}
    </>
  );
}

async function open(overrides: Partial<CheckoutRequest> = {}) {
  const page = render(<Shop requested={{ ...request, ...overrides }} />);
  await page.person.click(screen.getByRole('button', { name: 'Open' }));
  return page;
}

const ended = async () => {
  await waitFor(() => expect(ends).toHaveLength(1));
  return ends[0];
};

describe('the sandbox', () => {
  it('X-09, SV-82: shows its page with the charged amount', async () => {
    await open();
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay ₹424.15' }));
    expect(dialog.getByText('Backstage')).toBeTruthy();
    expect(dialog.getByTitle<HTMLIFrameElement>('Payment sandbox').getAttribute('src')).toBe(
      '/sandbox/checkout/order_1',
    );
  });

  it.each([
    ['success', { outcome: 'paid', paymentId: 'pay_1', signature: 'signed' }],
    ['failure', { outcome: 'failed', description: 'The bank said no' }],
    ['dismiss', { outcome: 'dismissed' }],
  ] as const)('%s ends it', async (outcome, result) => {
    await open();
    await sandboxSays({ outcome });
    expect(await ended()).toEqual(result);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('accepts only messages from the sandbox frame about the current order', async () => {
    await open();
    await sandboxSays({ outcome: 'success' }, { origin: 'https://elsewhere.example' });
    await sandboxSays({ outcome: 'success' }, { isFrame: false });
    await sandboxSays({ outcome: 'success', order_id: 'order_2' });
    expect(ends).toEqual([]);
    await sandboxSays({ outcome: 'success', payment_id: 'pay_right' });
    expect(await ended()).toMatchObject({ paymentId: 'pay_right' });
  });

  it('Q-33: Escape and the close button dismiss the payment', async () => {
    const { person } = await open();
    await person.click(await screen.findByRole('button', { name: 'Close' }));
    expect(await ended()).toEqual({ outcome: 'dismissed' });
    await person.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = await screen.findByRole('dialog');
    act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
    await waitFor(() => expect(ends).toHaveLength(2));
    expect(ends[1]).toEqual({ outcome: 'dismissed' });
  });

  it('Q-33: unmounting dismisses the payment', async () => {
    const { unmount } = await open();
    await screen.findByRole('dialog');
    unmount();
    expect(await ended()).toEqual({ outcome: 'dismissed' });
  });

  it('SU-28: an unknown gateway is not opened', async () => {
    await open({ gateway: 'cowries' as CheckoutRequest['gateway'] });
    expect(await ended()).toMatchObject({ trouble: 'unsupported' });
  });
});

type Options = ConstructorParameters<NonNullable<typeof window.Razorpay>>[0];
type Failed = (told: { error?: { description?: string } }) => void;

/** Mocks Razorpay's SDK and records its options. */
function mockRazorpay() {
  const seen: { options?: Options; failed?: Failed; isClosed?: boolean; modals?: number } = {};
  answerScripts(() => {
    window.Razorpay = class {
      constructor(options: Options) {
        seen.options = options;
      }
      open() {
        seen.modals = document.querySelectorAll('dialog[open]').length;
      }
      close() {
        seen.isClosed = true;
        seen.options?.modal.ondismiss();
      }
      on(_event: string, listener: Failed) {
        seen.failed = listener;
      }
    };
  });
  return seen;
}

describe('Razorpay', () => {
  const liveGateway = { isSandbox: false };

  it('SU-26: its script may fail to load; the next attempt reloads it', async () => {
    const scripts = answerScripts(() => {
      throw new Error('offline');
    });
    const { person } = await open(liveGateway);
    expect(await ended()).toMatchObject({ trouble: 'razorpay_sdk' });
    await person.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(ends).toHaveLength(2));
    expect(scripts).toHaveBeenCalledTimes(2);
  });

  it('X-10: receives the order in minor units, and reports the payment', async () => {
    const seen = mockRazorpay();
    await open(liveGateway);
    await waitFor(() => expect(seen.options).toBeDefined());
    expect(seen.options).toMatchObject({
      key: 'rzp_test',
      amount: 42_415,
      currency: 'INR',
      order_id: 'order_1',
      name: 'Adda',
      description: 'Backstage',
    });
    seen.options?.handler({ razorpay_payment_id: 'pay_9', razorpay_signature: 'sig' });
    expect(await ended()).toEqual({ outcome: 'paid', paymentId: 'pay_9', signature: 'sig' });
  });

  it('SU-29: a failure ends it with the provider’s message, and closes the provider’s checkout', async () => {
    const seen = mockRazorpay();
    await open(liveGateway);
    await waitFor(() => expect(seen.options).toBeDefined());
    seen.failed?.({ error: { description: 'Your card was declined' } });
    expect(await ended()).toEqual({ outcome: 'failed', description: 'Your card was declined' });
    expect(seen.isClosed).toBe(true);
  });

  it('SU-30, Q-33: a failure without a message, and a dismissal', async () => {
    const seen = mockRazorpay();
    const { person } = await open(liveGateway);
    await waitFor(() => expect(seen.options).toBeDefined());
    seen.failed?.({});
    expect(await ended()).toEqual({ outcome: 'failed', description: '' });
    await person.click(screen.getByRole('button', { name: 'Open' }));
    seen.options?.modal.ondismiss();
    await waitFor(() => expect(ends[1]).toEqual({ outcome: 'dismissed' }));
  });

  it('closes the app’s dialogs, which would cover it, and reopens them with their content', async () => {
    const seen = mockRazorpay();
    function Page() {
      const [text, setText] = useState('');
      return (
        <Dialog isOpen onClose={() => undefined} title="Shop">
          <input aria-label="Note" value={text} onChange={({ target }) => setText(target.value)} />
          <Shop requested={{ ...request, ...liveGateway }} />
        </Dialog>
      );
    }
    const { person } = render(<Page />);
    await person.type(screen.getByLabelText('Note'), 'kept');
    await person.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(seen.modals).toBe(0));
    seen.options?.modal.ondismiss();
    await waitFor(() => expect(document.querySelectorAll('dialog[open]')).toHaveLength(1));
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('kept');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
  });
});

describe('PayPal', () => {
  const liveGateway = { isSandbox: false, gateway: 'paypal', amount: 499, currency: 'USD' } as const;

  function mockPayPal() {
    const seen: { address?: string; options?: Parameters<NonNullable<typeof window.paypal>['Buttons']>[0] } =
      {};
    const close = vi.fn(() => Promise.resolve());
    answerScripts((address) => {
      seen.address = address;
      window.paypal = {
        Buttons: (options) => {
          seen.options = options;
          return { render: () => Promise.resolve(), close };
        },
      };
    });
    return { seen, close };
  }

  it('SU-27: its script may fail to load', async () => {
    answerScripts(() => {
      throw new Error('offline');
    });
    await open(liveGateway);
    expect(await ended()).toMatchObject({ trouble: 'paypal_sdk' });
  });

  it('SU-11, SU-14: shows the major amount, and returns the order id as the payment id', async () => {
    const { seen, close } = mockPayPal();
    await open({ ...liveGateway, key: 'pp_1' });
    await screen.findByRole('dialog', { name: 'Pay $4.99' });
    await waitFor(() => expect(seen.options).toBeDefined());
    const { searchParams, host } = new URL(seen.address ?? '');
    expect(host).toBe('www.paypal.com');
    expect(Object.fromEntries(searchParams)).toEqual({
      'client-id': 'pp_1',
      currency: 'USD',
      intent: 'capture',
    });
    expect(seen.options?.createOrder()).toBe('order_1');
    act(() => seen.options?.onApprove({ orderID: 'order_1' }));
    expect(await ended()).toEqual({ outcome: 'paid', paymentId: 'order_1' });
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it.each([
    ['onCancel', undefined, { outcome: 'dismissed' }],
    ['onError', new Error('Window closed'), { outcome: 'failed', description: 'Window closed' }],
  ] as const)('%s ends it', async (name, response, result) => {
    const { seen } = mockPayPal();
    await open({ ...liveGateway, key: `pp_${name}` });
    await waitFor(() => expect(seen.options).toBeDefined());
    act(() => (name === 'onCancel' ? seen.options?.onCancel() : seen.options?.onError(response)));
    expect(await ended()).toEqual(result);
  });
});
