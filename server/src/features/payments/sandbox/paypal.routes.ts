import type { sandboxRoutes } from '@adda/contract/payments';
import * as z from 'zod/mini';
import { appError } from '../../../platform/errors.ts';
import type { Handlers, RawBody } from '../../../platform/http/handler.ts';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { minorUnits, paypalMoney } from '../gateways/gateway.codec.ts';
import { capturePaypalOrder, readPaypalOrder, refundPayment } from './sandbox.service.ts';
import { assertPaypalClient, assertPaypalToken, makePaypalToken } from './credentials.policy.ts';
import { paypalSignature, type SandboxContext } from './deliveries.jobs.ts';
import {
  paypalCapture,
  paypalOrder,
  paypalRefund,
  AMOUNT_MAX,
  readBody,
  TEXT_MAX,
  paypalId,
} from './sandbox.codec.ts';
import { insertOrder, listPayments } from './sandbox.repository.ts';

const text = z.string().check(z.maxLength(TEXT_MAX));
const unit = z.object({ amount: paypalMoney, custom_id: z.optional(text), description: z.optional(text) });
const newOrder = z.object({ intent: z.literal('CAPTURE'), purchase_units: z.tuple([unit]) });
const newRefund = z.object({ amount: z.optional(paypalMoney) });
const transmission = z.object({
  transmission_id: text,
  transmission_time: text,
  transmission_sig: text,
  webhook_id: text,
  webhook_event: z.unknown(),
});

type PaypalPaths<Key = keyof typeof sandboxRoutes> = Key extends `${string} /sandbox/paypal/${string}`
  ? Key
  : never;

const refusal = (reason: string) => appError('sandbox_refused', { reason });

function amountOf({ value }: z.output<typeof paypalMoney>): number {
  const amount = minorUnits(value);
  if (!(amount > 0 && amount <= AMOUNT_MAX)) throw refusal('INVALID_PARAMETER_VALUE');
  return amount;
}

type Admit = (raw: RawBody) => void;

/** Handlers of orders; amounts are in major units. */
function orderHandlers(context: SandboxContext, admit: Admit) {
  const { database, localUrl } = context;
  return {
    async 'POST /sandbox/paypal/v2/checkout/orders'({ raw }) {
      admit(raw);
      const [requested] = readBody(newOrder, raw).purchase_units;
      const order = await insertOrder(database.db, {
        order_id: paypalId(),
        gateway: 'paypal',
        amount: amountOf(requested.amount),
        currency: requested.amount.currency_code,
        description: requested.description ?? '',
        receipt: requested.custom_id ?? '',
      });
      return paypalOrder(order, { payments: [], refunds: [] }, localUrl());
    },
    async 'GET /sandbox/paypal/v2/checkout/orders/:order_id'({ raw, params }) {
      admit(raw);
      return readPaypalOrder(context, params.order_id);
    },
    async 'POST /sandbox/paypal/v2/checkout/orders/:order_id/capture'({ raw, params }) {
      admit(raw);
      await capturePaypalOrder(context, params.order_id);
      return readPaypalOrder(context, params.order_id);
    },
  } satisfies Partial<Handlers<typeof sandboxRoutes>>;
}

/** Handlers of captures. */
function captureHandlers(context: SandboxContext, admit: Admit) {
  const findPayment = async (paymentId: string) => {
    const payments = await listPayments(context.database.db, { paymentId });
    const payment = payments.find(({ gateway }) => gateway === 'paypal');
    if (!payment) throw refusal('RESOURCE_NOT_FOUND');
    return payment;
  };
  return {
    async 'GET /sandbox/paypal/v2/payments/captures/:payment_id'({ raw, params }) {
      admit(raw);
      return paypalCapture(await findPayment(params.payment_id));
    },
    async 'POST /sandbox/paypal/v2/payments/captures/:payment_id/refund'({ raw, params }) {
      admit(raw);
      const { amount } = readBody(newRefund, raw);
      await findPayment(params.payment_id);
      const { refund, payment } = await refundPayment(context, params.payment_id, amount && amountOf(amount));
      return paypalRefund(refund, payment, context.localUrl());
    },
  } satisfies Partial<Handlers<typeof sandboxRoutes>>;
}

/** PayPal's HTTP API; `guard` throws if the sandbox is disabled. */
export function paypalSandbox(
  context: SandboxContext,
  guard: () => void,
): Pick<Handlers<typeof sandboxRoutes>, PaypalPaths> {
  const { keys } = context;
  const admit = (raw: RawBody) => {
    guard();
    assertPaypalToken(keys, raw);
  };
  return {
    ...orderHandlers(context, admit),
    ...captureHandlers(context, admit),
    'POST /sandbox/paypal/v1/oauth2/token'({ raw }) {
      guard();
      assertPaypalClient(keys, raw);
      const { token, seconds } = makePaypalToken(keys);
      return { access_token: token, token_type: 'Bearer', expires_in: seconds };
    },
    'POST /sandbox/paypal/v1/notifications/verify-webhook-signature'({ raw }) {
      admit(raw);
      const {
        transmission_sig: signature,
        webhook_event: event,
        ...signedFields
      } = readBody(transmission, raw);
      const webhookId = signedFields.webhook_id;
      const signed = {
        id: signedFields.transmission_id,
        time: signedFields.transmission_time,
        webhookId,
        event,
      };
      const isGenuine =
        webhookId === keys.paypal.webhookId && isSameSecret(signature, paypalSignature(keys, signed));
      return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' };
    },
  };
}
