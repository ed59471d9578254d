import { t } from '@lingui/core/macro';
import type { Routes } from '@adda/contract';
import { ApiError, toApiError } from './api-error.ts';
import { withSession, type CallOutput } from './api.ts';
import { API_KEY, API_KEY_HEADER, SESSION_USER_HEADER } from './env.ts';
import type { Landing } from './session.ts';

/** Routes that accept a file as multipart form data. */
export type UploadRoute = {
  [K in keyof Routes]: Routes[K] extends { readonly upload: unknown } ? K : never;
}[keyof Routes];

/** Content and options of an upload. */
export type UploadInput = {
  /** Omitted if the route accepts a form without a file. */
  file?: File | undefined;
  /** The form's other fields, as the route's `body` names them. */
  fields?: Readonly<Record<string, string>>;
  /** Receives the uploaded fraction, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  /** Timeout in ms; two minutes by default. */
  timeoutMs?: number;
  landing?: Landing;
};

const FIELD = 'file' satisfies Routes[UploadRoute]['upload']['field'];

/** Allows for a large file on a slow connection. */
const TIMEOUT_MS = 120_000;

const unreachable = (code: 'network' | 'timeout', detail: string) =>
  new ApiError({ status: 0, code, detail });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's error page: the status is sufficient
  }
}

/** Makes one attempt. Uses XMLHttpRequest, because fetch does not report upload progress. */
function sendForm(path: string, user: string | undefined, input: UploadInput): Promise<unknown> {
  const { file, fields = {}, onProgress, signal, timeoutMs = TIMEOUT_MS } = input;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  // Last: the server must know the other fields before the file's bytes arrive.
  if (file) form.set(FIELD, file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', path);
    request.timeout = timeoutMs;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader(API_KEY_HEADER, API_KEY);
    if (user) request.setRequestHeader(SESSION_USER_HEADER, encodeURIComponent(user));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      const body = readJson(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(body);
      const headers = new Headers();
      const retryAfter = request.getResponseHeader('retry-after');
      if (retryAfter !== null) headers.set('retry-after', retryAfter);
      const response = new Response(null, { status: request.status, headers });
      return reject(toApiError(response, body, t`Something went wrong. Please try again.`));
    });
    request.addEventListener('error', () =>
      reject(unreachable('network', t`We can't reach Adda right now. Check your connection and try again.`)),
    );
    request.addEventListener('timeout', () =>
      reject(unreachable('timeout', t`That took too long. Please try again.`)),
    );
    request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else request.send(form);
  });
}

/**
 * Uploads a file to a route of the contract: `upload('POST /api/images/upload-image-preview/', { file })`. A
 * 401 refreshes the session once and repeats the upload (AU-19). Throws ApiError, also without a response.
 */
export async function upload<K extends UploadRoute>(route: K, input: UploadInput): Promise<CallOutput<K>> {
  const [, path = '/'] = route.split(' ');
  const answer = await withSession(input.landing ?? '/', (user) => sendForm(path, user, input));
  // The server's own tests verify its responses against the contract; validating here would load every
  // schema.
  return answer as CallOutput<K>;
}
