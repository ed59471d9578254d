import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { sandboxRoutes } from '@adda/contract/payments';
import type { Database } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import type { Handlers } from '../../../../platform/http/handler.ts';
import { findOrder, type SandboxOrder } from '../sandbox.repository.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['checkout.js', 'text/javascript; charset=utf-8'],
  ['checkout.css', 'text/css; charset=utf-8'],
]);

const bytesOf = (text: string) => new TextEncoder().encode(text);

type Pages = 'GET /sandbox/checkout/:order_id' | 'GET /sandbox/assets/:name';

/** Handlers of the checkout page, its script and its style; `guard` throws if the sandbox is disabled. */
export function checkoutHandlers(
  { db }: Database,
  guard: () => void,
): Pick<Handlers<typeof sandboxRoutes>, Pages> {
  return {
    async 'GET /sandbox/checkout/:order_id'({ params }) {
      guard();
      const order = await findOrder(db, params.order_id);
      const page = order ? checkoutPage(order) : unknownOrderPage();
      return {
        bytes: bytesOf(page),
        contentType: 'text/html; charset=utf-8',
        cacheSeconds: 0,
        mayBeFramed: true,
      };
    },
    'GET /sandbox/assets/:name'({ params }) {
      guard();
      const contentType = TYPES.get(params.name);
      if (contentType === undefined) throw appError('sandbox_refused', { reason: 'there is no such file' });
      return { bytes: readFileSync(join(import.meta.dirname, params.name)), contentType, cacheSeconds: 0 };
    },
  };
}

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
function checkoutPage(order: SandboxOrder): string {
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
const unknownOrderPage = (): string =>
  pageOf(
    'Sandbox checkout – no such order',
    `<main>
<p class="label">Sandbox &ndash; no real money</p>
<h1>There is no such order</h1>
<p class="quiet">Close this page and try again from Adda.</p>
</main>`,
  );
