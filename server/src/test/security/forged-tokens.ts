import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { WebSocket } from 'ws';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { RunUsers } from './run-users.fixture.ts';
import { callRaw, type RawCall } from './raw-call.ts';
import { collectFindings, type CheckResult, type Target } from './security.types.ts';

type Claims = Readonly<Record<string, unknown>>;
type Forged = { readonly name: string; readonly token: string };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function claimsOf(token: string): Claims {
  const claims: Claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return claims;
}

/** Returns a token of three parts with a valid signature for the key. */
function signed(header: object, claims: object, key: string, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}

const HS256 = { alg: 'HS256', typ: 'JWT' };
const WEAK_KEYS = [
  '',
  'secret',
  'password',
  'changeme',
  'your-256-bit-secret',
  'adda',
  'adda-web',
  '\0'.repeat(32),
];

/** Returns tokens forged without the key, derived from a real one. */
function forgedWithoutKey(real: string): Forged[] {
  const claims = claimsOf(real);
  const [head = '', body = '', signature = ''] = real.split('.');
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = createPublicKey(pair.privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const jwk = createPublicKey(pair.privateKey).export({ format: 'jwk' });
  const rsText = `${encode({ alg: 'RS256', jwk })}.${encode(claims)}`;
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const oct = { kty: 'oct', k: Buffer.from('mine').toString('base64url') };
  return [
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg) => [
      { name: `alg ${alg} without signature`, token: `${encode({ alg })}.${encode(claims)}.` },
      {
        name: `alg ${alg} with the old signature`,
        token: `${encode({ alg })}.${encode(claims)}.${signature}`,
      },
    ]),
    ...WEAK_KEYS.map((key) => ({ name: `weak key "${key}"`, token: signed(HS256, claims, key) })),
    { name: 'HS256 with a public key of RS256', token: signed(HS256, claims, pem) },
    {
      name: 'RS256 with a key in its header',
      token: `${rsText}.${sign('sha256', Buffer.from(rsText), pair.privateKey).toString('base64url')}`,
    },
    { name: 'a key of its own in the header', token: signed({ ...HS256, jwk: oct }, claims, 'mine') },
    { name: 'kid that is a path', token: signed({ ...HS256, kid: '../../../../dev/null' }, claims, '') },
    { name: 'kid that is SQL', token: signed({ ...HS256, kid: "x' UNION SELECT 'mine" }, claims, 'mine') },
    { name: 'jku elsewhere', token: signed({ ...HS256, jku: 'http://127.0.0.1:9/keys' }, claims, 'mine') },
    { name: 'x5u elsewhere', token: signed({ ...HS256, x5u: 'http://127.0.0.1:9/cert' }, claims, 'mine') },
    {
      name: 'another issuer’s key',
      token: signed(HS256, { ...claims, iss: 'elsewhere', aud: 'adda' }, 'theirs'),
    },
    { name: 'nbf in the future, wrong key', token: signed(HS256, { ...claims, nbf: 9_999_999_999 }, 'mine') },
    { name: 'cut off', token: real.slice(0, -4) },
    { name: 'without signature', token: `${head}.${body}.` },
    { name: 'two parts', token: `${head}.${body}` },
    { name: 'four parts', token: `${real}.${signature}` },
    { name: 'five parts', token: `${head}.${body}.${signature}.a.b` },
    { name: 'one letter changed', token: `${head}.${body}.${flipped}` },
    { name: 'claims changed', token: `${head}.${encode({ ...claims, role: 'admin' })}.${signature}` },
    { name: 'empty parts', token: '..' },
    { name: 'no token', token: 'null' },
    { name: 'JSON', token: '{"sub":"admin"}' },
    { name: 'very long', token: `${head}.${'A'.repeat(6000)}.${signature}` },
  ];
}

/** Returns correctly signed tokens whose claims match no session. */
function forgedWithKey(real: string, victim: string, key: string): Forged[] {
  const claims = claimsOf(real);
  const now = Math.floor(Date.now() / 1000);
  return [
    { name: 'expired', token: signed(HS256, { ...claims, exp: now - 1 }, key) },
    { name: 'expired long ago', token: signed(HS256, { ...claims, iat: 1, exp: 2 }, key) },
    { name: 'another person’s name', token: signed(HS256, { ...claims, sub: claimsOf(victim)['sub'] }, key) },
    {
      name: 'another person’s session',
      token: signed(HS256, { ...claims, sid: claimsOf(victim)['sid'] }, key),
    },
    { name: 'a session that never was', token: signed(HS256, { ...claims, sid: randomUUID() }, key) },
    { name: 'another token of the session', token: signed(HS256, { ...claims, jti: randomUUID() }, key) },
    { name: 'claims of other types', token: signed(HS256, { ...claims, sub: ['a'], exp: '9' }, key) },
    { name: 'no end', token: signed(HS256, { ...claims, exp: undefined }, key) },
    { name: 'claims that are a list', token: signed(HS256, [], key) },
    { name: 'claims that are null', token: signedText(key, 'null') },
    { name: 'claims that are no JSON', token: signedText(key, 'x') },
    { name: 'HS512 with the right key', token: signed({ alg: 'HS512' }, claims, key, 'sha512') },
    { name: 'a critical header', token: signed({ ...HS256, crit: ['b64'], b64: false }, claims, key) },
  ];
}

function signedText(key: string, text: string): string {
  const both = `${encode(HS256)}.${Buffer.from(text).toString('base64url')}`;
  return `${both}.${createHmac('sha256', key).update(both).digest('base64url')}`;
}

const bearer = (token: string) => ({ [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` });

/** Whether a socket accepts a token. */
export async function isAdmitted(
  url: string,
  {
    path,
    query,
    headers = {},
  }: { path: string; query: Record<string, string>; headers?: Record<string, string> },
): Promise<boolean> {
  const address = new URL(`${path}/?EIO=4&transport=websocket&${new URLSearchParams(query).toString()}`, url);
  address.protocol = 'ws:';
  return new Promise((answered) => {
    const socket = new WebSocket(address, { headers });
    const end = (isIn: boolean) => {
      answered(isIn);
      socket.terminate();
    };
    const timer = setTimeout(() => end(false), 20_000);
    timer.unref();
    socket.on('open', () => socket.send('40'));
    socket.on('message', (data) => {
      // ws delivers text frames as one buffer.
      const text = Buffer.isBuffer(data) ? data.toString() : '';
      if (text.startsWith('40')) end(true);
      if (text.startsWith('44') || text.startsWith('41')) end(false);
    });
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}

type Options = { readonly target: Target; readonly users: RunUsers; readonly key?: string };

/** Returns tokens of ended sessions: logged out, and rotated with reuse. */
async function endedTokens(users: RunUsers): Promise<Forged[]> {
  const { client, register } = users;
  const [loggedOut, rotated] = [await register('gone'), await register('rotated')];
  await client('POST /auth/logout', {}, { token: loggedOut.token });
  const first = await client('POST /auth/refresh', { body: { token: rotated.token } });
  const second = await client('POST /auth/refresh', { body: { token: first.data.access_token } });
  users.secrets.push(first.data.access_token, second.data.access_token);
  return [
    { name: 'of a session that was logged out', token: loggedOut.token },
    { name: 'rotated twice', token: rotated.token },
  ];
}

/** Invalid tokens must be refused: over HTTP, at refresh, and at both sockets (AU-03, R-13, R-18). */
export async function checkForgedTokens({ target, users, key }: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const person = await users.register('holder');
  const { token, username } = person;
  const { url } = target;
  const me = { method: 'GET', target: '/users/me' };
  const control = await callRaw(url, { ...me, headers: bearer(token) });
  if (control.status !== 200) findings.add('a genuine token was refused', control.text);
  const forged = [
    ...forgedWithoutKey(token),
    ...(key === undefined ? [] : forgedWithKey(token, users.victim.token, key)),
    ...(await endedTokens(users)),
  ];
  let tried = 0;
  for (const { name, token: false_ } of forged) {
    const answer = await callRaw(url, { ...me, headers: bearer(false_) });
    if (answer.status !== 401)
      findings.add(
        'a forged token was not refused',
        `${name}: ${answer.status} ${answer.text.slice(0, 120)}`,
      );
    const sockets: { path: string; query: Record<string, string> }[] = [
      { path: '/socket.io', query: { token: false_, self: username } },
      { path: '/group-socket.io', query: { token: false_, self: username, group_id: users.groupId } },
    ];
    for (const socket of sockets)
      if (await isAdmitted(url, socket))
        findings.add('a forged token opened a socket', `${name} ${socket.path}`);
    tried += 3;
  }
  // A valid token in the wrong place, or with another user's name.
  const elsewhere: Pick<RawCall, 'target' | 'headers'>[] = [
    { target: `/users/me?token=${token}`, headers: { [API_KEY_HEADER]: DEFAULT_API_KEY } },
    { target: `/users/me?access_token=${token}`, headers: { [API_KEY_HEADER]: DEFAULT_API_KEY } },
    { target: '/users/me', headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, cookie: `token=${token}` } },
    { target: '/users/me', headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Basic ${token}` } },
    { target: '/users/me', headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, 'x-access-token': token } },
    { target: '/users/me', headers: { authorization: `Bearer ${token}` } },
  ];
  for (const call of elsewhere) {
    const { status } = await callRaw(url, { method: 'GET', ...call });
    if (status !== 401)
      findings.add('a token counted where none belongs', `${call.target.slice(0, 24)} ${status}`);
  }
  const asVictim = { path: '/socket.io', query: { token, self: users.victim.username } };
  if (await isAdmitted(url, asVictim)) findings.add('a socket opened in another’s name', 'self');
  const asMyself = { path: '/socket.io', query: { token, self: username } };
  if (!(await isAdmitted(url, asMyself))) findings.add('a genuine token was refused', 'at a socket');
  return {
    name: 'forged tokens',
    tried: tried + elsewhere.length + 1,
    findings: findings.list(),
    notReached: key === undefined ? ['tokens that are signed with the right key: the key is not known'] : [],
    figures: [`${forged.length} tokens over HTTP and at both sockets`],
  };
}
