import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, request } from 'undici';
import type * as z from 'zod/mini';
import { parseJson } from './gateway.codec.ts';

const TIMEOUT_MS = 10_000;

/** Maximum size of a provider's response; larger than any documented one. */
const ANSWER_BYTES = 1024 * 1024;

/** The provider did not respond, or not as documented. The message never contains a key. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
}

/** A request to a provider. `json` is an already serialized JSON body. */
export type ProviderRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: string;
  readonly form?: string;
};

/** `body` is undefined if it is not JSON. */
export type ProviderResponse = { readonly status: number; readonly body: unknown };

/** Sends one request to a provider; never follows a redirect, which would leak the key. */
export type ProviderCall = (input: ProviderRequest) => Promise<ProviderResponse>;

const ends = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs work that may call providers several times within the time limit of one call, because a user waits. Nested work
 * shares the limit.
 */
export const withinProviderTimeout = <T>(work: () => Promise<T>): Promise<T> =>
  ends.getStore() ? work() : ends.run(AbortSignal.timeout(TIMEOUT_MS), work);

const contentTypeOf = ({ json, form }: ProviderRequest): Record<string, string> => {
  if (json !== undefined) return { 'content-type': 'application/json' };
  return form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
};

/** Creates the HTTP client of one provider, with persistent connections. */
export function createProviderCall(): ProviderCall {
  const agent = new Agent({ connect: { timeout: TIMEOUT_MS }, maxResponseSize: ANSWER_BYTES });
  return async (input) => {
    const { method, url, headers, json, form } = input;
    try {
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method,
        headers: { accept: 'application/json', 'user-agent': 'Adda', ...contentTypeOf(input), ...headers },
        body: json ?? form ?? null,
        signal: ends.getStore() ?? AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: statusCode, body: parseJson(await body.text()) };
    } catch (error) {
      throw new ProviderFailure(error instanceof Error ? `no answer: ${error.message}` : 'no answer');
    }
  };
}

/** Parses a response; throws `ProviderFailure` for another format or status. */
export function readResponse<T>(schema: z.ZodMiniType<T>, { status, body }: ProviderResponse): T {
  if (status < 200 || status > 299) throw new ProviderFailure(`status ${status}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProviderFailure('an answer of another form');
  return parsed.data;
}
