import { commonErrors, errors as errorTable, type ErrorEntry, type Route } from '@adda/contract';
import { file, fileInRanges } from '@adda/contract/kernel';
import type { Caller, Canary } from './run-users.fixture.ts';
import type { RawResponse } from './raw-call.ts';

/** Words that reveal internals and must not appear in a response. */
const INTERNALS =
  /node_modules|\bat \S+ \(|\.ts:\d+|file:\/\/\/(?!etc)\S|syntax error at|violates \w+ constraint|SELECT .+ FROM |duplicate key value|\b(Type|Reference|Range|Syntax)Error:/;

const HEADERS: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /default-src|sandbox|frame-ancestors/,
  'referrer-policy': /./,
  'x-request-id': /^[0-9a-f-]{36}$/,
};

const entries: Readonly<Record<string, ErrorEntry>> = errorTable;

/** Returns the code that clients receive for an error of the contract. */
const wireCodeOf = (code: string): string => entries[code]?.code ?? code;

/** Returns all error codes that a route may return. */
function codesOf({ errors, invalid, guests, upload }: Route): Set<string> {
  const named = [invalid, guests, upload?.tooLarge].filter((code) => code !== undefined);
  return new Set([...commonErrors, ...errors, ...named].map(wireCodeOf));
}

function bodyFaults(route: Route, { status, text, headers }: RawResponse): string[] {
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
  if (route.raw) return [];
  if (status < 300 && (route.output === file || route.output === fileInRanges)) return [];
  if (!isJson) return [`answers ${status} as ${String(headers['content-type'])}`];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['answers what is no JSON'];
  }
  if (status < 300) {
    if (status !== (route.status ?? 200)) return [`answers ${status}, which it does not declare`];
    return route.output.safeParse(body).success ? [] : ['answers what is not of the declared shape'];
  }
  const code: unknown = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  if (typeof code !== 'string' || !codesOf(route).has(code)) return [`answers with the code ${String(code)}`];
  return [];
}

/** Returns the kinds of violations in a response; empty if it matches the contract. */
export function faultsOf(route: Route, answer: RawResponse): string[] {
  const { status, text, headers } = answer;
  if (status === 0) return [`no answer (${text.slice(0, 60)})`];
  const faults: string[] = [];
  const isDeclared = route.errors.some((code) => text.includes(`"${code}"`));
  if (status >= 500 && !isDeclared) faults.push(`answers ${status}`);
  if (INTERNALS.test(text)) faults.push('exposes internals');
  for (const [name, right] of Object.entries(HEADERS)) {
    if (!right.test(String(headers[name] ?? ''))) faults.push(`lacks the header ${name}`);
  }
  if (String(headers['set-cookie'] ?? '').includes('planted=')) faults.push('lets a header in');
  return [...faults, ...bodyFaults(route, answer)];
}

/** Returns the victim's private data in a text that the caller must not see. */
export function leaksIn(text: string, caller: Caller, canaries: readonly Canary[]): string[] {
  return canaries
    .filter((canary) => !(caller === 'admin' && canary.admin) && text.includes(canary.text))
    .map(({ what }) => `shows the victim’s ${what} to ${caller}`);
}
