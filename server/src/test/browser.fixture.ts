import type { RouteKey, RouteOutput, Routes } from '@adda/contract';
import { COOKIE_SESSION, SESSION_HEADER } from '@adda/contract/platform';
import { createClient, type Answer } from './client.ts';

/** Headers of a request as a browser sends them from a page of the given origin. */
export const fromOrigin = (origin: string, cookie = ''): Record<string, string> => ({
  origin,
  ...(cookie !== '' && { cookie }),
});

/**
 * Returns a browser that keeps one cookie, that of the session, on a page of `origin`; it asks for its session in a cookie (ID-07).
 */
export function createBrowser(url: string, origin: string) {
  const client = createClient(url);
  let cookie = '';
  const setCookies: string[] = [];
  return {
    /** The cookie as `name=value`; empty without one. */
    cookie: () => cookie,
    /** Every `Set-Cookie` that was received. */
    setCookies,
    async call<K extends keyof Routes & RouteKey>(
      key: K,
      input: Parameters<typeof client<K>>[1],
      headers: Record<string, string> = {},
    ): Promise<Answer<RouteOutput<Routes[K]>>> {
      const answer = await client(key, input, {
        headers: { ...fromOrigin(origin, cookie), [SESSION_HEADER]: COOKIE_SESSION, ...headers },
      });
      for (const line of answer.headers.getSetCookie()) {
        setCookies.push(line);
        const [pair = ''] = line.split(';');
        if (/^(?:adda_session|__Host-adda)=/.test(pair)) cookie = pair.endsWith('=') ? '' : pair;
      }
      return answer;
    },
  };
}

/** A browser of a test. */
export type Browser = ReturnType<typeof createBrowser>;
