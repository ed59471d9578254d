import { routes, type Route } from '@adda/contract';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { RawCall } from './raw-call.ts';
import { validValue, HOSTILE_TEXTS, hostileValue, shapeOf, corrupt, type Making } from './values.ts';

/** A randomly generated call of a route. */
export type MadeCall = RawCall & { readonly key: string; readonly route: Route };

type InputKind = 'valid' | 'corrupted' | 'hostile' | 'unusual';

/** Every route of the contract. */
export const routeTable: readonly (readonly [string, Route])[] = Object.entries(routes);

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function partOf(schema: Route['query'], kind: InputKind, making: Making): unknown {
  if (!schema) return making.random.happens(0.1) ? { extra: hostileValue(making.random) } : undefined;
  if (kind === 'hostile') return hostileValue(making.random);
  const value = validValue(shapeOf(schema), making);
  return kind === 'corrupted' ? corrupt(value, making) : value;
}

function targetOf(path: string, route: Route, kind: InputKind, making: Making): string {
  const { random } = making;
  const params = Object.fromEntries(entriesOf(route.params && validValue(shapeOf(route.params), making)));
  const filled = path.replace(/:(\w+)/g, (_mark, name: string) => {
    const isCorrupted = kind === 'hostile' || (kind === 'corrupted' && random.happens(0.3));
    const value = isCorrupted ? random.one(HOSTILE_TEXTS) : textOf(params[name] ?? 'x');
    return encodeURIComponent(value.toWellFormed());
  });
  const query = new URLSearchParams();
  for (const [name, value] of entriesOf(partOf(route.query, kind, making))) query.append(name, textOf(value));
  const search = query.toString();
  return search === '' ? filled : `${filled}?${search}`;
}

const BOUNDARY = 'between-the-parts';

/** Builds a form of the fields and a file; some are truncated, lack a boundary, or have an extra part. */
function formOf(route: Route, fields: unknown, { random }: Making): { body: Buffer; type: string } {
  const parts = entriesOf(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${textOf(value)}\r\n`,
  );
  const filename = random.one(['a.png', '../../a.png', 'a.png\\', '.htaccess', 'a'.repeat(300), '']);
  const file = random.one(['not a picture', '\u0089PNG\r\n\u001a\n', '<svg onload="x"/>', 'GIF89a', '']);
  const head = `content-disposition: form-data; name="${route.upload?.field ?? 'file'}"; filename="${filename}"`;
  if (random.happens(0.7))
    parts.push(`--${BOUNDARY}\r\n${head}\r\ncontent-type: image/png\r\n\r\n${file}\r\n`);
  const end = random.happens(0.85) ? `--${BOUNDARY}--\r\n` : '';
  const type = random.happens(0.9) ? `multipart/form-data; boundary=${BOUNDARY}` : 'multipart/form-data';
  return { body: Buffer.from(parts.join('') + end), type };
}

const UNUSUAL_BODIES: readonly (readonly [type: string, body: string])[] = [
  ['application/json', '{"a":1,"a":2,"username":"x","username":"y"}'],
  ['application/json', '['.repeat(20_000)],
  ['application/json', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['application/json', '{"__proto__":{"isAdmin":true}}'],
  ['application/json', '{"a":"\\u0000"}'],
  ['application/json', '{"a":"\\ud800"}'],
  ['application/json', '\ufeff{}'],
  ['application/json', '{"a":1e999999}'],
  ['application/json', '{"a":'],
  ['application/json; charset=utf-7', '{}'],
  ['application/json', JSON.stringify({ a: 'x'.repeat(70_000) })],
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'username=a&username=b'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['multipart/form-data', 'x'],
  ['nonsense', '{}'],
];

const UNUSUAL_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': "1.2.3.4, '; --" },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'evil.example' },
  { host: 'evil.example' },
  { range: 'bytes=9-1,0-0,-5' },
  { 'if-modified-since': 'never' },
  { 'if-none-match': '*' },
  { accept: 'text/html' },
  { cookie: 'a=b; __proto__=1; =; ;;' },
  { origin: 'https://evil.example' },
  { expect: '100-continue' },
  { 'user-agent': '' },
  { 'accept-language': 'x'.repeat(2000) },
];

function randomKind({ random }: Making): InputKind {
  const roll = random.next();
  if (roll < 0.4) return 'valid';
  if (roll < 0.75) return 'corrupted';
  return roll < 0.9 ? 'hostile' : 'unusual';
}

/** Generates a call of a given or random route, with the caller's token. */
export function generateCall(making: Making, token: string | undefined): MadeCall {
  const { random } = making;
  const [key, route] = random.one(routeTable);
  const [method = 'GET', path = '/'] = key.split(' ');
  const kind = randomKind(making);
  const headers: Record<string, string> = {};
  if (!random.happens(0.03)) headers[API_KEY_HEADER] = DEFAULT_API_KEY;
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (kind === 'unusual')
    for (const [name, value] of Object.entries(random.one(UNUSUAL_HEADERS))) headers[name] = value;
  const call = { key, route, method, target: targetOf(path, route, kind, making), headers };
  if (method === 'GET') return call;
  if (kind === 'unusual') {
    const [type, body] = random.one(UNUSUAL_BODIES);
    headers['content-type'] = type;
    return { ...call, body };
  }
  const value = partOf(route.body, kind, making);
  if (route.upload) {
    const { body, type } = formOf(route, value, making);
    headers['content-type'] = type;
    return { ...call, body };
  }
  if (value === undefined) return call;
  headers['content-type'] = 'application/json';
  return { ...call, body: JSON.stringify(value) };
}
