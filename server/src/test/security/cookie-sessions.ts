import {
  API_KEY_HEADER,
  COOKIE_SESSION,
  DEFAULT_API_KEY,
  SESSION_COOKIE,
  SESSION_HEADER,
} from '@adda/contract/platform';
import { isAdmitted } from './forged-tokens.ts';
import { foreignOriginsOf } from './foreign-origins.ts';
import { callRaw, type RawResponse } from './raw-call.ts';
import type { RunUsers } from './run-users.fixture.ts';
import { collectFindings, type CheckResult, type Findings, type Target } from './security.types.ts';

type Options = { readonly target: Target; readonly users: RunUsers };

/** Writes that a page of another site may want. Without a body each is refused, if it is not refused before. */
const WRITES: readonly (readonly [method: string, target: string])[] = [
  ['POST', '/auth/refresh'],
  ['POST', '/auth/logout'],
  ['POST', '/wallet/spin'],
  ['POST', '/users/block'],
  ['POST', '/media/upload'],
  ['POST', '/auth/totp'],
  ['POST', '/auth/passkeys/options'],
  ['PATCH', '/users/settings'],
  ['DELETE', '/auth/sessions'],
  ['DELETE', '/users/me'],
];

/** Headers that say, or don't say, where a request comes from; none says that it is this site. */
const foreignHeaders = (url: string): Record<string, string>[] => [
  ...foreignOriginsOf(url).map((origin) => ({ origin })),
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://evil.example', referer: url, 'x-forwarded-host': 'evil.example' },
];

type Attack = {
  readonly url: string;
  readonly users: RunUsers;
  readonly findings: Findings;
  /** The user of the cookie, and what logs them in. */
  readonly username: string;
  readonly cookie: string;
  readonly signIn: (headers: Record<string, string>) => Promise<RawResponse>;
};

const KEY = { [API_KEY_HEADER]: DEFAULT_API_KEY };

/** Sockets and sign-ins, then writes, of pages that are not this site. Returns the number of attempts. */
async function tryForeignPages({ url, findings, username, cookie, signIn }: Attack): Promise<number> {
  const pages = foreignHeaders(url);
  const socket = { path: '/socket.io', query: { self: username } };
  for (const foreign of pages) {
    const from = JSON.stringify(foreign);
    if (await isAdmitted(url, { ...socket, headers: { ...foreign, cookie } }))
      findings.add('another site opened a socket with the cookie', from);
    const entered = await signIn(foreign);
    if (entered.status < 400) findings.add('another site began a session', `${from} ${entered.status}`);
  }
  for (const foreign of pages)
    for (const [method, target] of WRITES) {
      const headers = { ...KEY, ...foreign, cookie };
      const { status, text } = await callRaw(url, { method, target, headers });
      const words = `${method} ${target} ${JSON.stringify(foreign)} ${status}`;
      if (status !== 403 || !text.includes('"foreign_origin"'))
        findings.add('another site wrote with the cookie', words);
    }
  return pages.length * (2 + WRITES.length);
}

/** What a page of this site does; its responses hold no token. Returns the number of attempts. */
async function tryOwnPage({ url, users, findings, username, cookie, signIn }: Attack): Promise<number> {
  const own = { origin: new URL(url).origin };
  const socket = { path: '/socket.io', query: { self: username } };
  if (!(await isAdmitted(url, { ...socket, headers: { ...own, cookie } })))
    findings.add('our own page was refused', 'a socket');
  const read = await callRaw(url, { method: 'GET', target: '/users/me', headers: { ...KEY, cookie } });
  if (read.status !== 200) findings.add('our own page was refused', `a read ${read.status}`);
  const refresh = { method: 'POST', target: '/auth/refresh', headers: { ...KEY, ...own, cookie } };
  const answers = { 'a login': await signIn(own), 'a refresh': await callRaw(url, refresh) };
  for (const [what, { status, headers, text }] of Object.entries(answers)) {
    const lines = [headers['set-cookie'] ?? []].flat();
    const line = lines.find((one) => one.startsWith(`${SESSION_COOKIE.http}=`)) ?? '';
    const given = /=([^;]+)/.exec(line)?.[1];
    if (given === undefined) {
      findings.add('our own page was refused', `${what} ${status}`);
      continue;
    }
    users.secrets.push(given);
    if (text.includes(given)) findings.add('a script can read the token', `in the response of ${what}`);
    if (!/; HttpOnly/.test(line) || !/; SameSite=Lax/.test(line) || /domain/i.test(line))
      findings.add('a cookie goes where it should not', line.replace(/=[^;]*/, '=…'));
  }
  return 2 + Object.keys(answers).length;
}

/**
 * The session cookie of a browser counts for pages of this site alone, and its token is in no response (ID-07). The token of a
 * session is sent as the cookie: it is the same one.
 */
export async function checkCookieSessions({ target: { url }, users }: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const { token, username, password } = await users.register('cookie');
  const signIn = (headers: Record<string, string>) =>
    callRaw(url, {
      method: 'POST',
      target: '/auth/login',
      headers: { ...KEY, ...headers, 'content-type': 'application/json', [SESSION_HEADER]: COOKIE_SESSION },
      body: JSON.stringify({ username, password }),
    });
  const cookie = `${SESSION_COOKIE.http}=${token}`;
  const attack = { url, users, findings, username, cookie, signIn };
  // A server that is deceived may end the session: its own page comes first.
  const tried = (await tryOwnPage(attack)) + (await tryForeignPages(attack));
  return {
    name: 'cookie sessions',
    tried,
    findings: findings.list(),
    notReached: [],
    figures: [`${foreignHeaders(url).length} places that are not this site`],
  };
}
