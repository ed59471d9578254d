import { PAYMENT_TIMEOUT_MS, RECHARGE_CURRENCY, type GatewayOffer } from '@adda/contract/payments';
import { t } from '@lingui/core/macro';
import { api, type CallOutput } from '../../../platform/api.ts';
import {
  CheckoutError,
  isDeclined,
  PaymentProblem,
  payOrder,
  problemOf,
  unpaid,
  type PaidResult,
  type PaymentTools,
  type UnpaidResult,
} from '../../payments/index.ts';
import { coinLabel } from '../coin-labels.ts';

/** A package, identified by its dollars, and the gateway. */
export type RechargeRequest = { readonly dollars: number; readonly offer: GatewayOffer };

/** Bought coins; the balance if the server returned it. */
export type Recharged = { readonly coins: number; readonly balance: number | undefined };

const CENTS = 100;

type Order = CallOutput<'POST /recharge/order'>;

/** Orders the package; the amount is in minor units (RC-10, RC-14, X-12). */
async function order({ dollars, offer: { gateway } }: RechargeRequest): Promise<Order> {
  let answer: Partial<Order> | undefined;
  try {
    const body = { amount: dollars * CENTS, payment_gateway: gateway };
    answer = await api('POST /recharge/order', { body, timeoutMs: PAYMENT_TIMEOUT_MS });
  } catch (error) {
    throw problemOf(t`Failed to create recharge order`, error);
  }
  const { order_id: orderId, amount, currency, coin_amount: coins } = answer ?? {};
  if (!orderId) throw new PaymentProblem(t`Order ID not received from server`);
  return {
    order_id: orderId,
    amount: amount ?? dollars * CENTS,
    // This flow's default currency (RC-13, X-11).
    currency: currency || RECHARGE_CURRENCY,
    coin_amount: coins ?? 0,
    payment_gateway: gateway,
  };
}

const statusOf = (orderId: string) =>
  api('GET /recharge/payment/status/:order_id', {
    params: { order_id: orderId },
    timeoutMs: PAYMENT_TIMEOUT_MS,
  });

/** Verifies the payment on the server (RC-05, RC-11); if that fails, the status may still report it as paid. */
async function verify(orderId: string, { paymentId, signature }: PaidResult): Promise<Recharged> {
  try {
    const answer = await api('POST /recharge/verify-payment/:order_id', {
      params: { order_id: orderId },
      body: { payment_id: paymentId, ...(signature && { signature }) },
      timeoutMs: PAYMENT_TIMEOUT_MS,
    });
    return { coins: answer.coin_amount, balance: answer.balance };
  } catch (error) {
    if (isDeclined(error)) throw error;
    const lateStatus = await statusOf(orderId).catch(() => undefined); // report the first failure
    if (lateStatus?.status === 'paid') return { coins: lateStatus.coin_amount, balance: undefined };
    throw problemOf(t`Failed to verify payment`, error);
  }
}

/** Resolves a dismissed or failed checkout: the server may know of a payment (RC-06, Q-33). */
async function lookUp(orderId: string, result: UnpaidResult): Promise<Recharged> {
  const { status, coin_amount: coins } = await statusOf(orderId).catch((error: unknown) => {
    throw problemOf(t`Unable to verify payment status`, error);
  });
  if (status !== 'paid') throw unpaid(result);
  return { coins, balance: undefined };
}

/** Returns the problem of a checkout that could not be opened (RC-21, SU-28). */
const checkoutProblem = (error: unknown): PaymentProblem =>
  new PaymentProblem(
    error instanceof CheckoutError && error.trouble === 'unsupported'
      ? t`Unsupported payment gateway`
      : t`Failed to load payment script`,
  );

/** Buys a package: order, checkout, verification or status lookup (RC-04 to RC-06). Throws {@link PaymentProblem}. */
export async function recharge(request: RechargeRequest, tools: PaymentTools): Promise<Recharged> {
  tools.onStep({ name: 'ordering' });
  const { order_id: orderId, amount, currency, coin_amount: coins } = await order(request);
  const ordered = { orderId, amount, currency, description: coinLabel(coins) };
  return payOrder(tools, request.offer, ordered, {
    verify: (result) => verify(orderId, result),
    lookUp: (result) => lookUp(orderId, result),
    cannotOpen: checkoutProblem,
  });
}
