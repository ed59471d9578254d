import type { PaymentGateway } from '@adda/contract/payments';
import type { RawBody } from '../../../platform/http/handler.ts';
import type { NewOrder, Order } from '../payments.types.ts';

/** An order to create at a provider; the amount is in minor units. */
export type Wanted = Pick<NewOrder, 'purpose' | 'reference' | 'amount' | 'currency' | 'description'>;

/**
 * The state of an order at a provider. `paid`: captured with the order's amount and currency, with what was refunded
 * since and the payer's identifiers, if the provider returns them; `open`: not captured yet; `failed`: the last attempt
 * failed; `mismatch`: the payment is of another order or amount.
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

/** The amount that a lost dispute took back, in minor units of its currency; empty if the provider named none. */
export type LostDispute = { readonly amount?: number | undefined; readonly currency?: string | undefined };

/** A verified webhook: the order or payment that it concerns, and the amount of a lost dispute, if any. */
export type WebhookEvent = {
  readonly eventId: string;
  readonly orderId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly lost?: LostDispute | undefined;
};

/** A payment provider. Every call throws `ProviderFailure` if the provider does not respond as documented. */
export type Gateway = {
  readonly name: PaymentGateway;
  /** The public key for the provider's checkout in a browser. */
  readonly key: string;
  readonly isSandbox: boolean;
  /** Creates an order. Returns the provider's id. */
  readonly createOrder: (wanted: Wanted) => Promise<string>;
  /** Reads the state of an order, or of one payment claimed to be of it. `mayCapture`: capture an approved order. */
  readonly inspect: (
    order: Order,
    by: { readonly paymentId?: string; readonly mayCapture: boolean },
  ) => Promise<Inspection>;
  /** Parses a webhook; undefined if the provider's signature is invalid. */
  readonly readWebhook: (raw: RawBody) => Promise<WebhookEvent | undefined>;
};
