import { t } from '@lingui/core/macro';
import { ApiError, toApiError } from './api-error.ts';
import { dropEarlyResponses, takeEarlyResponse } from './early-responses.ts';
import { API_KEY, API_KEY_HEADER, COOKIE_SESSION, SESSION_HEADER, SESSION_USER_HEADER } from './env.ts';

/** One request, exactly as it is sent. A FormData body is sent unchanged, any other body as JSON (AU-10). */
export type SendOptions = {
  method: string;
  path: string;
  body?: unknown;
  /** For whom the call is: it rests on the session cookie, and is refused if that is somebody else's (ID-07). */
  user?: string | undefined;
  /** A token in place of the cookie. */
  bearer?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Completes also after the page was left. */
  keepalive?: boolean | undefined;
  /** For a POST that only asks: what was requested before it is still current. */
  changesNothing?: boolean | undefined;
};

const DEFAULT_TIMEOUT_MS = 15_000;

function requestInit(
  { method, body, user, bearer, keepalive }: SendOptions,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    [API_KEY_HEADER]: API_KEY,
    [SESSION_HEADER]: COOKIE_SESSION,
  };
  if (user) headers[SESSION_USER_HEADER] = encodeURIComponent(user);
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  if (body instanceof FormData) return { method, headers, body, signal };
  headers['content-type'] = 'application/json';
  return {
    method,
    headers,
    signal,
    ...(keepalive && { keepalive }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Sends the request, or takes the response that the boot script requested; if that one failed, the request is sent. */
async function responseTo(options: SendOptions, signal: AbortSignal): Promise<Response> {
  const sendNow = () => fetch(options.path, requestInit(options, signal));
  if (options.method !== 'GET' && !options.changesNothing) dropEarlyResponses();
  const early = takeEarlyResponse(options.path, options.user);
  if (!early) return sendNow();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([early.then((response) => (response.ok ? response : sendNow()), sendNow), aborted]);
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's error page: the status is sufficient
  }
}

function unreachable(error: unknown, caller: AbortSignal | undefined): unknown {
  if (caller?.aborted) return error; // aborted by the caller: not a failure to report
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ApiError({
      status: 0,
      code: 'timeout',
      detail: '',
      message: t`That took too long. Please try again.`,
    });
  }
  return new ApiError({
    status: 0,
    code: 'network',
    detail: '',
    message: t`We can't reach Adda right now. Check your connection and try again.`,
  });
}

/** Sends one request and parses its JSON response; every failure except the caller's own abort is an ApiError. */
export async function send(options: SendOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let response: Response;
  let body: unknown;
  try {
    response = await responseTo(options, signal);
    body = await readBody(response);
  } catch (error) {
    throw unreachable(error, options.signal);
  }
  if (!response.ok) throw toApiError(response, body, t`Something went wrong. Please try again.`);
  return body;
}
