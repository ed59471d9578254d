import type { GatewayOffer, SandboxMessage } from '@adda/contract/payments';
import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';

/** Returns both gateways, on the sandbox by default. */
export const offersOf = (isSandbox = true): GatewayOffer[] => [
  { gateway: 'razorpay', key: 'rzp_test', is_sandbox: isSandbox },
  { gateway: 'paypal', key: 'pp_test', is_sandbox: isSandbox },
];

/** Returns a server configuration with these gateways. */
export const configWith = (payments: readonly GatewayOffer[]) => ({
  max_group_members: 200,
  edit_window_hours: 24,
  features: { payments: payments.length > 0 },
  payments,
  sandbox: payments.some((offer) => offer.is_sandbox) ? 'local' : 'off',
  inr_per_usd: 85,
});

/** Sends the message of the sandbox page, from its frame by default. */
export async function sandboxSays(
  message: Partial<SandboxMessage> & { outcome: SandboxMessage['outcome'] },
  { origin = location.origin, isFrame = true } = {},
): Promise<void> {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Payment sandbox');
  // The frame is mounted before the dialog listens to it: effects run after the commit.
  await act(async () => undefined);
  const orderId = decodeURIComponent(frame.src.split('/').at(-1) ?? '');
  const data = {
    source: 'adda-sandbox',
    order_id: orderId,
    payment_id: message.outcome === 'success' ? 'pay_1' : null,
    signature: message.outcome === 'success' ? 'signed' : null,
    description: message.outcome === 'failure' ? 'The bank said no' : null,
    ...message,
  };
  // happy-dom loads no page into the frame: a port replaces its window.
  const frameWindow = new MessageChannel().port1;
  vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue(frameWindow as never);
  const source = isFrame ? frameWindow : new MessageChannel().port1;
  act(() => void dispatchEvent(new MessageEvent('message', { data, origin, source })));
}

/** Intercepts external scripts: `load` defines the globals that they provide, or throws if they fail to load. */
export const answerScripts = (load: (address: string) => void) =>
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      queueMicrotask(() => {
        try {
          load(node.src);
          node.dispatchEvent(new Event('load'));
        } catch {
          node.dispatchEvent(new Event('error')); // as browsers report it
        }
      });
    }
  });

/** Makes timeouts of `ms` fire immediately, and counts them. */
export function skipPauses(ms: number): { count: () => number } {
  const realSetTimeout = globalThis.setTimeout;
  let count = 0;
  const runImmediately = (done: () => void, after?: number) => {
    if (after === ms) count += 1;
    return realSetTimeout(done, after === ms ? 0 : after);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(runImmediately);
  return { count: () => count };
}
