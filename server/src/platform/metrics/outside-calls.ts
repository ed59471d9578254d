import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Metrics } from './metrics.ts';

/** Somebody else's service, and where it is. */
export type OutsideService = { readonly name: string; readonly url: string };

/** What undici tells of a request of its own or of `fetch`: the same object from its beginning to its end. */
type Request = { readonly origin?: unknown };
type Message = { readonly request?: Request; readonly response?: { readonly statusCode?: unknown } };

const readMessage = (message: unknown): Message =>
  typeof message === 'object' && message !== null ? message : {};

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Times calls to services of others from outside, where they leave the process: whatever asks them needs to know
 * nothing of it. `outcome` is `answered` below status 400, `refused` below 500, else `failed`; so is no answer at all.
 * `stop` ends it.
 */
export function watchOutsideCalls(services: readonly OutsideService[], metrics: Metrics): { stop(): void } {
  const note = metrics.histogram({
    name: 'gateway_request_seconds',
    help: 'Time until a service of others answered, or until we gave up',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  });
  const nameOf = new Map(services.map(({ name, url }) => [originOf(url), name]));
  const begun = new WeakMap<object, { readonly provider: string; readonly at: number }>();
  const settle = (request: Request | undefined, outcome: string) => {
    const call = request && begun.get(request);
    if (!request || !call) return;
    begun.delete(request);
    note({ provider: call.provider, outcome })((performance.now() - call.at) / 1000);
  };
  const onCreate = (message: unknown) => {
    const { request } = readMessage(message);
    const provider = request && nameOf.get(originOf(String(request.origin)));
    if (request && provider !== undefined) begun.set(request, { provider, at: performance.now() });
  };
  const onHeaders = (message: unknown) => {
    const { request, response } = readMessage(message);
    settle(request, outcomeOf(Number(response?.statusCode)));
  };
  const onError = (message: unknown) => settle(readMessage(message).request, 'failed');
  const listeners = [
    ['undici:request:create', onCreate],
    ['undici:request:headers', onHeaders],
    ['undici:request:error', onError],
  ] as const;
  for (const [channel, listen] of listeners) subscribe(channel, listen);
  return {
    stop: () => {
      for (const [channel, listen] of listeners) unsubscribe(channel, listen);
    },
  };
}

function outcomeOf(status: number): string {
  if (status < 400) return 'answered';
  return status < 500 ? 'refused' : 'failed';
}
