import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, request } from 'undici';
import type * as z from 'zod/mini';

const TIMEOUT_MS = 10_000;

/** More than any answer of a provider takes. */
const ANSWER_BYTES = 1024 * 1024;

/** A provider that did not answer, or not as documented; its message never holds a key. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
}

/** What is sent to a provider. `json` is a body that is JSON text already. */
export type ProviderRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: string;
  readonly form?: string;
};

/** Undefined for a body that is no JSON. */
export type ProviderAnswer = { readonly status: number; readonly body: unknown };

/** Asks a provider once; never follows a redirect, which would carry the key elsewhere. */
export type ProviderCall = (asked: ProviderRequest) => Promise<ProviderAnswer>;

const ends = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs work that may ask providers several times: all of it has the time of one call, because somebody waits. Work within
 * such work shares its time.
 */
export const inProviderTime = <T>(work: () => Promise<T>): Promise<T> =>
  ends.getStore() ? work() : ends.run(AbortSignal.timeout(TIMEOUT_MS), work);

const contentTypeOf = ({ json, form }: ProviderRequest): Record<string, string> => {
  if (json !== undefined) return { 'content-type': 'application/json' };
  return form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
};

/** The value of a JSON text; undefined for any other. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Makes the calls of one provider; connections are kept for the next ones. */
export function createProviderCall(): ProviderCall {
  const agent = new Agent({ connect: { timeout: TIMEOUT_MS }, maxResponseSize: ANSWER_BYTES });
  return async (asked) => {
    const { method, url, headers, json, form } = asked;
    try {
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method,
        headers: { accept: 'application/json', 'user-agent': 'Adda', ...contentTypeOf(asked), ...headers },
        body: json ?? form ?? null,
        signal: ends.getStore() ?? AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: statusCode, body: parseJson(await body.text()) };
    } catch (error) {
      throw new ProviderFailure(error instanceof Error ? `no answer: ${error.message}` : 'no answer');
    }
  };
}

/** Reads an answer of a form; throws `ProviderFailure` for one of another form or status. */
export function readAnswer<T>(schema: z.ZodMiniType<T>, { status, body }: ProviderAnswer): T {
  if (status < 200 || status > 299) throw new ProviderFailure(`status ${status}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProviderFailure('an answer of another form');
  return parsed.data;
}
