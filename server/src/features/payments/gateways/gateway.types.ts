import type { PaymentGateway } from '@adda/contract/payments';
import type { RawBody } from '../../../platform/http/handler.ts';
import type { NewOrder, Order } from '../payments.types.ts';

/** An order as a provider shall make it; the amount is in minor units. */
export type Wanted = Pick<NewOrder, 'purpose' | 'reference' | 'amount' | 'currency' | 'description'>;

/**
 * What a provider says about an order. `paid`: captured, of the order's amount and currency, with what went back since,
 * and as whom the provider knows who paid, if it says so;
 * `open`: not (yet) captured; `failed`: the last try did not go through; `mismatch`: a payment of something else.
 */
export type Inspection =
  | {
      readonly is: 'paid';
      readonly paymentId: string;
      readonly refunded: number;
      readonly payers?: readonly string[];
    }
  | { readonly is: 'open' }
  | { readonly is: 'failed' }
  | { readonly is: 'mismatch' };

/** What a dispute that was lost took back, in minor units of its currency; empty where the provider named no amount. */
export type LostDispute = { readonly amount?: number | undefined; readonly currency?: string | undefined };

/** A signed webhook: which order or payment it is about, and what a lost dispute took back, if it tells of one. */
export type WebhookEvent = {
  readonly eventId: string;
  readonly orderId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly lost?: LostDispute | undefined;
};

/** A payment provider. Every call throws `ProviderFailure` where it does not answer as documented. */
export type Gateway = {
  readonly name: PaymentGateway;
  /** Public: what the provider's checkout in a browser needs. */
  readonly key: string;
  readonly isSandbox: boolean;
  /** Answers the provider's id of the new order. */
  readonly createOrder: (wanted: Wanted) => Promise<string>;
  /** Asks about an order, or about one payment that is said to be of it. `mayCapture`: take what was only approved. */
  readonly inspect: (
    order: Order,
    by: { readonly paymentId?: string; readonly mayCapture: boolean },
  ) => Promise<Inspection>;
  /** What a webhook says; undefined where the provider has not signed it. */
  readonly readWebhook: (raw: RawBody) => Promise<WebhookEvent | undefined>;
};
