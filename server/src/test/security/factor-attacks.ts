import { TOTP_SECONDS, type AuthenticationResponse, type NewPasskey } from '@adda/contract/accounts';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { Secret, TOTP } from 'otpauth';
import {
  createAuthenticator,
  type Authenticator,
} from '../../features/accounts/factors/authenticator.fixture.ts';
import { faultsOf } from './check-response.ts';
import { foreignOriginsOf } from './foreign-origins.ts';
import { routeTable } from './generate-call.ts';
import { callRaw } from './raw-call.ts';
import type { Player, RunUsers } from './run-users.fixture.ts';
import { collectFindings, type CheckResult, type Findings, type Target } from './security.types.ts';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './values.ts';

type Options = {
  readonly target: Target;
  readonly users: RunUsers;
  /** The origin that passkeys belong to: of the target, unless something is in front of it. */
  readonly site?: string;
  /** Of the wrong bodies, which are thousands, every n-th is sent; all of them by default. */
  readonly everyNthBody?: number;
};
type Attack = Required<Options> & { readonly findings: Findings; readonly count: () => void };

/** Uses of something that works once; of several at once one has to succeed. */
const AT_ONCE = 4;
/** Above the limit of a JSON body. */
const OVERSIZED = 70_000;

/** Calls a route as a person, or as nobody. Returns the status, and the body where it is an object. */
async function post(url: string, target: string, body: unknown, token?: string, method = 'POST') {
  const headers = {
    [API_KEY_HEADER]: DEFAULT_API_KEY,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const answer = await callRaw(url, {
    method,
    target,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const data: Record<string, unknown> = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
  return { ...answer, data };
}

const isTaken = ({ status }: { status: number }): boolean => status < 300;

const codeNow = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * TOTP_SECONDS * 1000,
  });

/** A person with a passkey and an authenticator app, and what proved them so far. */
type Proven = {
  readonly person: Player & { readonly password: string };
  readonly authenticator: Authenticator;
  /** The body that added the passkey. */
  readonly created: NewPasskey;
  readonly passkeyId: string;
  readonly secret: string;
  /** The code that confirmed the app: used up. */
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
};

async function createProven({ target: { url }, users, site }: Attack, name: string): Promise<Proven> {
  const person = await users.register(name);
  const authenticator = createAuthenticator(site);
  const options = await post(url, '/auth/passkeys/options', undefined, person.token);
  const created = { response: authenticator.create(options.data), name: 'Key' };
  const added = await post(url, '/auth/passkeys', created, person.token);
  const { data: app } = await post(url, '/auth/totp', undefined, person.token);
  const secret = String(app['secret']);
  // The code of the step before, so that the present one is left.
  let usedCode = codeNow(secret, -1);
  let confirmed = await post(url, '/auth/totp/confirm', { code: usedCode }, person.token);
  // A step may have ended in between.
  if (confirmed.status === 400)
    confirmed = await post(
      url,
      '/auth/totp/confirm',
      { code: (usedCode = codeNow(secret, -1)) },
      person.token,
    );
  const recoveryCodes = confirmed.data['recovery_codes'] as readonly string[];
  const { passkey_id: passkeyId } = added.data['passkey'] as { passkey_id: string };
  users.secrets.push(secret, ...recoveryCodes);
  return { person, authenticator, created, passkeyId, secret, usedCode, recoveryCodes };
}

/** Asks for options for the use of a passkey, and uses it. */
async function responseOf(
  url: string,
  authenticator: Authenticator,
  at?: string,
): Promise<AuthenticationResponse> {
  const { data } = await post(url, '/auth/passkey/options', undefined);
  return authenticator.use(data, at === undefined ? {} : { at });
}

/** Logs in by password. Returns the challenge of the second step. */
async function challengeOf(url: string, { username, password }: Proven['person']): Promise<string> {
  const { data } = await post(url, '/auth/login', { username, password });
  return String(data['challenge']);
}

/** What works once is used several times at once, and once more. */
async function tryReplays({ target: { url }, findings, count }: Attack, proven: Proven): Promise<void> {
  const { person, authenticator, created, secret, usedCode, recoveryCodes } = proven;
  const refuse = (what: string, answer: { status: number }) => {
    count();
    if (isTaken(answer)) findings.add(`a replay was accepted: ${what}`, 'afterwards');
  };
  const onlyOnce = async (what: string, call: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, call));
    const taken = answers.filter(isTaken).length;
    count();
    if (taken > 1) findings.add(`a replay was accepted: ${what}`, `${taken} of ${AT_ONCE} at once`);
    if (taken === 0) findings.add('what is right was refused', `${what}: ${answers[0]?.status}`);
    refuse(what, await call());
  };
  refuse('the response that made a passkey', await post(url, '/auth/passkeys', created, person.token));
  const response = await responseOf(url, authenticator);
  await onlyOnce('the response of a passkey', () => post(url, '/auth/passkey', { response }));
  const proof = await responseOf(url, authenticator);
  await onlyOnce('a passkey as proof', () =>
    post(url, '/auth/reauthenticate', { passkey: proof }, person.token),
  );
  const finish = async (code: string, challenge?: string) =>
    post(url, '/auth/login/second-factor', {
      challenge: challenge ?? (await challengeOf(url, person)),
      code,
    });
  refuse('the code that confirmed the app', await finish(usedCode));
  await onlyOnce('a code of the app', () => finish(codeNow(secret)));
  await onlyOnce('a recovery code', () => finish(recoveryCodes[0] ?? ''));
  const challenge = await challengeOf(url, person);
  count();
  if (!isTaken(await finish(recoveryCodes[1] ?? '', challenge)))
    findings.add('what is right was refused', 'a second recovery code');
  refuse('a login challenge', await finish(recoveryCodes[2] ?? '', challenge));
}

/** Passkeys that were made and used on pages of other origins. */
async function tryForeignPages(
  { target: { url }, site, findings, count }: Attack,
  proven: Proven,
): Promise<void> {
  for (const at of [...foreignOriginsOf(site), `${site}/`]) {
    const response = await responseOf(url, proven.authenticator, at);
    const { data } = await post(url, '/auth/passkeys/options', undefined, proven.person.token);
    const made = { response: createAuthenticator(site).create(data, { at }), name: 'Key' };
    const answers = {
      'a login': await post(url, '/auth/passkey', { response }),
      'a proof': await post(
        url,
        '/auth/reauthenticate',
        { passkey: await responseOf(url, proven.authenticator, at) },
        proven.person.token,
      ),
      'a new passkey': await post(url, '/auth/passkeys', made, proven.person.token),
    };
    for (const [what, answer] of Object.entries(answers)) {
      count();
      if (isTaken(answer)) findings.add('a passkey of a foreign page counted', `${what} at "${at}"`);
    }
  }
}

/** One person with the passkeys, challenges and ids of another. */
async function tryForeignIds(
  { target: { url }, site, findings, count }: Attack,
  { own, other }: { own: Proven; other: Proven },
): Promise<void> {
  const { token } = own.person;
  const { data: options } = await post(url, '/auth/passkeys/options', undefined, other.person.token);
  const ownKey = await responseOf(url, own.authenticator);
  const answers = {
    'their passkey was removed': await post(
      url,
      `/auth/passkeys/${other.passkeyId}`,
      undefined,
      token,
      'DELETE',
    ),
    'their challenge made a passkey': await post(
      url,
      '/auth/passkeys',
      { response: createAuthenticator(site).create(options), name: 'Key' },
      token,
    ),
    'their login was finished by a passkey': await post(url, '/auth/login/second-factor', {
      challenge: await challengeOf(url, other.person),
      passkey: await responseOf(url, own.authenticator),
    }),
    'their login was finished by a recovery code': await post(url, '/auth/login/second-factor', {
      challenge: await challengeOf(url, other.person),
      code: own.recoveryCodes[3],
    }),
    'their id logged in with another key': await post(url, '/auth/passkey', {
      response: { ...ownKey, id: other.created.response.id, rawId: other.created.response.id },
    }),
    'their passkey was a proof': await post(
      url,
      '/auth/reauthenticate',
      { passkey: await responseOf(url, other.authenticator) },
      token,
    ),
  };
  for (const [what, answer] of Object.entries(answers)) {
    count();
    if (isTaken(answer)) findings.add('something of another person counted', what);
  }
  const { data } = await post(url, '/auth/passkeys', undefined, other.person.token, 'GET');
  count();
  if (!JSON.stringify(data).includes(other.passkeyId))
    findings.add('something of another person counted', 'the passkey is gone');
}

/** Returns the bodies that differ from one in a single place: by each of the values, or by a field more. */
function bodiesWith(body: unknown, values: readonly unknown[]): unknown[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [...values];
  const bodies: unknown[] = [...values, { ...body, extra: 1 }];
  for (const [name, part] of Object.entries(body))
    for (const changed of bodiesWith(part, values)) bodies.push({ ...body, [name]: changed });
  return bodies;
}

/** Other types, hostile texts and bodies above every limit, in each place of each body. */
async function tryWrongBodies(
  { target: { url }, everyNthBody, findings, count }: Attack,
  { person, created, authenticator }: Proven,
): Promise<void> {
  const response = await responseOf(url, authenticator);
  // Used up, so that nothing of these may succeed.
  await post(url, '/auth/passkey', { response });
  const values = [...HOSTILE_VALUES, ...HOSTILE_TEXTS, 'x'.repeat(OVERSIZED)];
  const bodies = {
    'POST /auth/passkeys': created,
    'POST /auth/passkey': { response },
    'POST /auth/register/options': { username: 'x' },
    'POST /auth/totp/confirm': { code: 'x' },
    'POST /auth/login/second-factor': { challenge: 'x', passkey: response },
    'POST /auth/reauthenticate': { passkey: response },
  };
  for (const [key, body] of Object.entries(bodies)) {
    const route = routeTable.find(([name]) => name === key)?.[1];
    const target = key.split(' ')[1] ?? '';
    for (const [place, changed] of bodiesWith(body, values).entries()) {
      if (place % everyNthBody !== 0) continue;
      const answer = await post(url, target, changed, person.token);
      count();
      const text = `${key} ${JSON.stringify(changed)?.slice(0, 200)} → ${answer.status}`;
      // A name that is free is no fault.
      if (isTaken(answer) && key !== 'POST /auth/register/options')
        findings.add('a wrong body was accepted', text);
      if (answer.text.length > OVERSIZED) findings.add('an oversized body came back', key);
      for (const fault of route ? faultsOf(route, answer) : []) findings.add(`${key} ${fault}`, text);
    }
  }
}

/** Every route of factors for registered people, without a session and as a guest. */
async function tryWithoutAccount({ target: { url }, users, findings, count }: Attack): Promise<void> {
  const guest = users.playerOf('guest')?.token ?? '';
  const routes = routeTable.filter(
    ([key, { access }]) => access === 'registered' && /\/auth\/(passkeys|totp|factors|reauth)/.test(key),
  );
  for (const [key] of routes)
    for (const token of [undefined, guest]) {
      const [method = '', target = ''] = key.split(' ');
      const answer = await post(url, target, method === 'GET' ? undefined : {}, token, method);
      count();
      if (answer.status !== 401 && answer.status !== 403)
        findings.add('a route of factors let in', `${key} ${token ? 'a guest' : 'nobody'} ${answer.status}`);
    }
}

/**
 * Attacks passkeys, authenticator apps and recovery codes (ID-01 to ID-03): replays, foreign pages, what belongs to others, wrong
 * bodies, callers without an account.
 */
export async function checkFactors(options: Options): Promise<CheckResult> {
  const findings = collectFindings();
  let tried = 0;
  const { site = new URL(options.target.url).origin, everyNthBody = 1 } = options;
  const attack: Attack = { ...options, site, everyNthBody, findings, count: () => void (tried += 1) };
  const [own, other] = [await createProven(attack, 'keys'), await createProven(attack, 'others')];
  await tryReplays(attack, own);
  await tryForeignIds(attack, { own, other });
  await tryForeignPages(attack, own);
  await tryWithoutAccount(attack);
  await tryWrongBodies(attack, other);
  return {
    name: 'passkeys and codes',
    tried,
    findings: findings.list(),
    notReached: [],
    figures: [`${foreignOriginsOf(site).length} foreign origins`],
  };
}
