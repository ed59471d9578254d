import type { GatewayOffer, SandboxMessage } from '@adda/contract/payments';
import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';

/** Both ways to pay, on the sandbox unless told. */
export const offersOf = (isSandbox = true): GatewayOffer[] => [
  { gateway: 'razorpay', key: 'rzp_test', is_sandbox: isSandbox },
  { gateway: 'paypal', key: 'pp_test', is_sandbox: isSandbox },
];

/** What the server says of itself where one can pay so. */
export const configWith = (payments: readonly GatewayOffer[]) => ({
  max_group_members: 200,
  features: { payments: payments.length > 0 },
  payments,
  sandbox: payments.some((offer) => offer.is_sandbox) ? 'local' : 'off',
  inr_per_usd: 85,
});

/** Says what the page of the sandbox would, from inside its frame unless told. */
export async function sandboxSays(
  said: Partial<SandboxMessage> & { outcome: SandboxMessage['outcome'] },
  { origin = location.origin, isFrame = true } = {},
): Promise<void> {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Payment sandbox');
  // The frame is there before the dialog listens to it: effects run after what they belong to is drawn.
  await act(async () => undefined);
  const orderId = decodeURIComponent(frame.src.split('/').at(-1) ?? '');
  const data = {
    source: 'adda-sandbox',
    order_id: orderId,
    payment_id: said.outcome === 'success' ? 'pay_1' : null,
    signature: said.outcome === 'success' ? 'signed' : null,
    description: said.outcome === 'failure' ? 'The bank said no' : null,
    ...said,
  };
  // happy-dom loads no page into the frame: a port stands for its window.
  const inside = new MessageChannel().port1;
  vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue(inside as never);
  const source = isFrame ? inside : new MessageChannel().port1;
  act(() => void dispatchEvent(new MessageEvent('message', { data, origin, source })));
}

/** Scripts of somebody else: `load` puts there what they would, or throws where they do not come. */
export const answerScripts = (load: (address: string) => void) =>
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      queueMicrotask(() => {
        try {
          load(node.src);
          node.dispatchEvent(new Event('load'));
        } catch {
          node.dispatchEvent(new Event('error')); // as the browser says it
        }
      });
    }
  });

/** Lets pauses of so many ms pass at once, and counts them. */
export function skipPauses(ms: number): { count: () => number } {
  const wait = globalThis.setTimeout;
  let count = 0;
  const hurry = (done: () => void, after?: number) => {
    if (after === ms) count += 1;
    return wait(done, after === ms ? 0 : after);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hurry);
  return { count: () => count };
}
