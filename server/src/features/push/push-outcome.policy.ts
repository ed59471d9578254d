import type { PushOutcome } from './push.types.ts';

/** What a push service answered: the status, and the header `Retry-After` as it came. */
type Answer = { readonly status: number; readonly retryAfter: string | undefined };

/** No service may put a push off for longer. */
const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60;

/** Returns the seconds of a `Retry-After`, which is a number or a date (RFC 9110); undefined if it is neither. */
function secondsOf(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}

/**
 * Returns what became of a push by the answer of its service (RFC 8030): 404 and 410 end the subscription; 429 and 5xx may be
 * tried again; other statuses, redirects among them, are final (PN-03).
 */
export function outcomeOf({ status, retryAfter }: Answer, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 429 && status < 500) return { kind: 'refused', reason: `status ${status}` };
  const retryAfterSeconds = secondsOf(retryAfter, now);
  return retryAfterSeconds === undefined ? { kind: 'later' } : { kind: 'later', retryAfterSeconds };
}
