import type { SandboxOrder } from '../sandbox.repository.ts';

const MINOR_UNITS = 100;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** Formats an amount for display, with the currency code as well. */
function priceOf({ amount, currency }: SandboxOrder): string {
  return `${(amount / MINOR_UNITS).toFixed(2)} ${currency}`;
}

const NAMES = { razorpay: 'Razorpay', paypal: 'PayPal' } as const;

function pageOf(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox/assets/checkout.css">
</head>
<body>
${main}
</body>
</html>
`;
}

/** PayPal captures after its page was left: an approved payment may be declined then (SU-08). */
const DECLINED_LATER =
  '<button type="button" data-outcome="failure" data-told="success">Approve, then decline</button>\n';

/** Returns the page that replaces a provider's checkout: the item, its price, and the possible outcomes (SV-82). */
export function checkoutPage(order: SandboxOrder): string {
  const price = escaped(priceOf(order));
  const bought = escaped(order.description || 'Your order');
  const main = `<main data-order="${escaped(order.order_id)}">
<p class="label">Sandbox &ndash; no real money</p>
<h1>Pay with ${NAMES[order.gateway]}</h1>
<p class="quiet">This page stands in for ${NAMES[order.gateway]}. You choose what happens.</p>
<dl>
<div><dt>You are buying</dt><dd>${bought}</dd></div>
<div><dt>To pay</dt><dd class="price">${price}</dd></div>
</dl>
<div class="buttons">
<button type="button" class="main" data-outcome="success">Pay ${price}</button>
<button type="button" data-outcome="failure">Let the payment fail</button>
${order.gateway === 'paypal' ? DECLINED_LATER : ''}<button type="button" data-outcome="dismiss">Cancel</button>
</div>
<p class="said" role="status" aria-live="polite"></p>
<noscript><p>This page needs JavaScript.</p></noscript>
</main>
<script src="/sandbox/assets/checkout.js" defer></script>`;
  return pageOf('Sandbox checkout – no real money', main);
}

/** Returns the page for an order that the sandbox does not know. */
export const unknownOrderPage = (): string =>
  pageOf(
    'Sandbox checkout – no such order',
    `<main>
<p class="label">Sandbox &ndash; no real money</p>
<h1>There is no such order</h1>
<p class="quiet">Close this page and try again from Adda.</p>
</main>`,
  );
