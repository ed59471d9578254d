import { routes, type Route, type RouteKey } from '@adda/contract';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { MatrixUser } from './people.fixture.ts';

/** A call whose parts are known only at run time. */
export type AnyCall = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly file?: Uint8Array;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly link?: string;
  readonly shows?: (answer: never) => string | Promise<string>;
};

function pathOf(key: RouteKey, { params, query = {}, link }: AnyCall): string {
  if (link !== undefined) return link;
  const [, path = '/'] = key.split(' ');
  const filled = path.replace(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${filled}?${search.toString()}`;
}

function formOf({ body, file }: AnyCall): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(body ?? {})) form.set(field, String(value));
  if (file) form.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'picture.png');
  return form;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function bodyOf(
  { upload }: Route,
  call: AnyCall,
): Pick<RequestInit, 'body'> & { headers?: typeof JSON_TYPE } {
  if (upload) return { body: formOf(call) };
  if (call.raw !== undefined) return { body: call.raw, headers: JSON_TYPE };
  return call.body === undefined ? {} : { body: JSON.stringify(call.body), headers: JSON_TYPE };
}

async function wordsOf(response: Response, { shows }: AnyCall): Promise<string> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  // The server validates its responses against the contract; a scene knows its own route's response type.
  const answer = isJson ? (JSON.parse(text) as { code?: string }) : {};
  if (!response.ok) return `${response.status} ${answer.code ?? ''}`.trimEnd();
  return shows ? `ok, ${await shows(answer as never)}` : 'ok';
}

/**
 * Makes a call as a role's user, or unauthenticated. Returns `ok` with the scene's description of the response, or
 * status and code of the error.
 */
export async function callAs(
  url: string,
  key: keyof typeof routes,
  call: AnyCall,
  person: MatrixUser | undefined,
): Promise<string> {
  const [method = 'GET'] = key.split(' ');
  const { body, headers } = bodyOf(routes[key], call);
  const response = await fetch(new URL(pathOf(key, call), url), {
    method,
    headers: {
      [API_KEY_HEADER]: DEFAULT_API_KEY,
      ...headers,
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...call.headers,
    },
    ...(body !== undefined && { body }),
  });
  return wordsOf(response, call);
}
