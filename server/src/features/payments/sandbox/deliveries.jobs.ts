import { randomUUID } from 'node:crypto';
import type { PaymentGateway } from '@adda/contract/payments';
import { request } from 'undici';
import type { Tx, Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { hmacOf } from '../gateways/gateway.codec.ts';
import type { SandboxKeys } from '../gateways/gateways.service.ts';
import { razorpayId } from './sandbox.codec.ts';

/** A webhook to deliver; the signature covers exactly this body. */
export type Delivery = {
  readonly gateway: PaymentGateway;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'payments.sandbox-webhook': Delivery;
  }
}

const RETRIES = 10;
const TIMEOUT_MS = 10_000;

/** Returns a webhook signed like Razorpay's: over the bytes of the body. */
export function razorpayDelivery({ razorpay }: SandboxKeys, event: object): Delivery {
  const body = JSON.stringify(event);
  const headers = {
    'x-razorpay-event-id': razorpayId('evt'),
    'x-razorpay-signature': hmacOf(razorpay.webhookSecret, body),
  };
  return { gateway: 'razorpay', body, headers };
}

/** Returns PayPal's signature; the sandbox signs with its own secret instead of a certificate. */
export function paypalSignature(
  { ownSecret }: SandboxKeys,
  signed: { readonly id: string; readonly time: string; readonly webhookId: string; readonly event: unknown },
): string {
  const { id, time, webhookId, event } = signed;
  return hmacOf(ownSecret, ['paypal webhook', id, time, webhookId, JSON.stringify(event)].join('|'));
}

/** Returns a webhook like PayPal's: signed, to be verified with PayPal. */
export function paypalDelivery(keys: SandboxKeys, event: { readonly id: string }): Delivery {
  const [id, time] = [randomUUID(), new Date().toISOString()];
  const { webhookId } = keys.paypal;
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://sandbox.invalid/cert',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': paypalSignature(keys, { id, time, webhookId, event }),
  };
  return { gateway: 'paypal', body: JSON.stringify(event), headers };
}

/** Sends webhooks to this server as a provider does: with retries until they are accepted. */
export function createDeliveries({ jobs, localUrl }: { jobs: Jobs; localUrl: () => string }) {
  return {
    deliver: (tx: Tx, delivery: Delivery): Promise<void> =>
      jobs.enqueue(tx, 'payments.sandbox-webhook', delivery),
    startJobs(): void {
      const send = async ({ gateway, body, headers }: Delivery) => {
        const { statusCode, body: answer } = await request(`${localUrl()}/webhooks/${gateway}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await answer.dump();
        if (statusCode !== 200) throw new Error(`The webhook was answered with ${statusCode}.`);
      };
      jobs.handle('payments.sandbox-webhook', send, { retries: RETRIES });
    },
  };
}

/** Shared context of the sandbox's handlers. */
export type SandboxContext = {
  readonly database: Database;
  readonly keys: SandboxKeys;
  /** Address of this process, for links. */
  readonly localUrl: () => string;
  /** Sends a webhook after the commit, with retries until it is accepted. */
  readonly deliver: (tx: Tx, delivery: Delivery) => Promise<void>;
};
