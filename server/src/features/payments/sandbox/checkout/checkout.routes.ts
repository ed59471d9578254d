import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { sandboxRoutes } from '@adda/contract/payments';
import type { Database } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import type { Handlers } from '../../../../platform/http/handler.ts';
import { findOrder } from '../sandbox.repository.ts';
import { checkoutPage, unknownOrderPage } from './checkout-page.ts';

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
        isFramedByUs: true,
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
