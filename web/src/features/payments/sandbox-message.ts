import type { SandboxMessage } from '@adda/contract/payments';
import type { CheckoutResult } from './checkout.types.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isOutcome = (value: unknown): value is SandboxMessage['outcome'] =>
  value === 'success' || value === 'failure' || value === 'dismiss';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Converts a message of the sandbox page to a result; undefined if it does not concern `orderId`. */
export function sandboxResult(message: unknown, orderId: string): CheckoutResult | undefined {
  if (!isRecord(message) || message.source !== 'adda-sandbox' || message.order_id !== orderId)
    return undefined;
  if (!isOutcome(message.outcome)) return undefined;
  if (message.outcome === 'dismiss') return { outcome: 'dismissed' };
  if (message.outcome === 'failure')
    return { outcome: 'failed', description: textOf(message.description) ?? '' };
  return {
    outcome: 'paid',
    paymentId: textOf(message.payment_id) ?? orderId,
    signature: textOf(message.signature),
  };
}
