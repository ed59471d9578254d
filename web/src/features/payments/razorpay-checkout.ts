import { CheckoutError, type CheckoutResult, type CheckoutRequest } from './checkout.types.ts';
import { loadScript } from './load-script.ts';

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

type RazorpayOptions = {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  handler: (payment: { razorpay_payment_id: string; razorpay_signature?: string }) => void;
  modal: { ondismiss: () => void };
  retry: { enabled: boolean };
};

type RazorpayCheckout = {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: (told: { error?: { description?: string } }) => void) => void;
};

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => RazorpayCheckout;
  }
}

async function loadRazorpay(): Promise<NonNullable<Window['Razorpay']>> {
  if (!window.Razorpay) {
    await loadScript(SCRIPT).catch(() => {
      throw new CheckoutError('razorpay_sdk');
    });
  }
  if (!window.Razorpay) throw new CheckoutError('razorpay_sdk');
  return window.Razorpay;
}

/**
 * Closes the app's open modal dialogs without unmounting them, so that a provider's own dialog in the page is
 * visible and usable. Their content stays. Returns the function that reopens them.
 */
function hideModals(): () => void {
  const focused = document.activeElement;
  const modals = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  for (const modal of modals.toReversed()) modal.close();
  return () => {
    // Dialogs closed permanently meanwhile are disconnected or empty.
    const left = modals.filter(({ isConnected, childElementCount }) => isConnected && childElementCount > 0);
    for (const modal of left) if (!modal.open) modal.showModal();
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
}

/** Opens Razorpay's own checkout over the page; it takes minor units unchanged. */
export async function openRazorpay(request: CheckoutRequest): Promise<CheckoutResult> {
  const Razorpay = await loadRazorpay();
  const restoreModals = hideModals();
  try {
    return await new Promise<CheckoutResult>((resolve) => {
      const checkout = new Razorpay({
        key: request.key,
        amount: request.amount,
        currency: request.currency,
        order_id: request.orderId,
        name: 'Adda',
        description: request.description,
        handler: ({ razorpay_payment_id: paymentId, razorpay_signature: signature }) =>
          resolve({ outcome: 'paid', paymentId, signature }),
        modal: { ondismiss: () => resolve({ outcome: 'dismissed' }) },
        // The app reports failures and offers the retry: one order has one result.
        retry: { enabled: false },
      });
      checkout.on('payment.failed', ({ error }) => {
        resolve({ outcome: 'failed', description: error?.description ?? '' });
        checkout.close?.();
      });
      checkout.open();
    });
  } finally {
    restoreModals();
  }
}
