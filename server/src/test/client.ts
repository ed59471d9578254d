import type { RouteInput, RouteKey, RouteOutput, Routes } from '@adda/contract';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';

/** A response as a client sees it. */
export type Answer<T> = {
  readonly status: number;
  readonly headers: Headers;
  /** The body of a successful response; reading it after an error throws the server's error. */
  readonly data: T;
  /** `{detail, code}` of an error. */
  readonly error: {
    detail: unknown;
    code: string;
    retry_after?: number;
    until?: string;
    challenge?: string;
    methods?: readonly string[];
  };
};

type Options = { token?: string; headers?: Record<string, string> };

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
};

function urlOf(base: string, path: string, { params, query: given }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${base}${filled}?${query.toString()}`;
}

/** The type is known only at run time; the server validates every response against the contract. */
const parse: <T>(text: string) => T & Answer<T>['error'] = JSON.parse;

/** Creates a client of the contract over real HTTP: `client('POST /auth/login', { body }, { token })`. */
export function createClient(base: string) {
  return async function call<K extends keyof Routes & RouteKey>(
    key: K,
    input: RouteInput<Routes[K]> & Parts,
    options: Options = {},
  ): Promise<Answer<RouteOutput<Routes[K]>>> {
    const [method = 'GET', path = '/'] = key.split(' ');
    const parts: Parts = input;
    const response = await fetch(urlOf(base, path, parts), {
      method,
      headers: {
        [API_KEY_HEADER]: DEFAULT_API_KEY,
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    });
    const body = parse<RouteOutput<Routes[K]>>(await response.text());
    return {
      status: response.status,
      headers: response.headers,
      get data() {
        if (!response.ok) throw new Error(`${key} answered ${response.status}: ${JSON.stringify(body)}`);
        return body;
      },
      get error() {
        if (response.ok) throw new Error(`${key} succeeded: ${JSON.stringify(body)}`);
        return body;
      },
    };
  };
}

export type Client = ReturnType<typeof createClient>;
