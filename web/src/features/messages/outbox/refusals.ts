import type { Delivery } from './outbox-entry.ts';

/** The server's refusal of a message. */
export type SendError = {
  readonly clientMessageId?: string | undefined;
  readonly code: string;
  readonly detail: string;
  /** Seconds. */
  readonly retry_after?: number | undefined;
};

/** Codes of temporary refusals. A message refused with `unavailable` may already be stored, so it counts as tried. */
const tooFast: readonly string[] = ['sending_too_fast', 'slow_mode', 'rate_limited'];
const UNAVAILABLE = 'unavailable';

/** Delay after a refusal without one. */
const USUAL_WAIT_SECONDS = 1;

/**
 * What a refusal means for a message that was tried `tries` times: temporary ones wait for `pauseMs`, all others mark it as failed
 * with the server's text (GC-55).
 */
export function afterRefusal(
  { tries }: Pick<Delivery, 'tries'>,
  { code, detail, retry_after: seconds = USUAL_WAIT_SECONDS }: SendError,
): { readonly patch: Partial<Delivery>; readonly pauseMs?: number } {
  const isTooFast = tooFast.includes(code);
  if (!isTooFast && code !== UNAVAILABLE) return { patch: { state: 'failed', detail, code } };
  return { patch: { state: 'queued', tries: isTooFast ? tries - 1 : 1 }, pauseMs: seconds * 1000 };
}
