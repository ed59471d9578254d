import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Metrics } from './metrics.ts';

/** An external service and its URL. */
export type OutsideService = { readonly name: string; readonly url: string };

/** The message that undici publishes for its requests and for `fetch`: the same object from start to end. */
type Request = { readonly origin?: unknown };
type Message = { readonly request?: Request; readonly response?: { readonly statusCode?: unknown } };

const readMessage = (message: unknown): Message =>
  typeof message === 'object' && message !== null ? message : {};

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Measures calls to external services where they leave the process, independent of the calling code. `outcome` is
 * `answered` below status 400, `refused` below 500, otherwise `failed`, also without a response. `stop` removes the
 * listeners.
 */
export function watchOutsideCalls(services: readonly OutsideService[], metrics: Metrics): { stop(): void } {
  const note = metrics.histogram({
    name: 'gateway_request_seconds',
    help: 'Time until an external service responded, or until the timeout',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  });
  const nameOf = new Map(services.map(({ name, url }) => [originOf(url), name]));
  const started = new WeakMap<object, { readonly provider: string; readonly at: number }>();
  const settle = (request: Request | undefined, outcome: string) => {
    const call = request && started.get(request);
    if (!request || !call) return;
    started.delete(request);
    note({ provider: call.provider, outcome })((performance.now() - call.at) / 1000);
  };
  const onCreate = (message: unknown) => {
    const { request } = readMessage(message);
    const provider = request && nameOf.get(originOf(String(request.origin)));
    if (request && provider !== undefined) started.set(request, { provider, at: performance.now() });
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
