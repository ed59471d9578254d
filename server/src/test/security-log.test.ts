import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSED_EVENTS } from '@adda/contract/platform';
import { io } from 'socket.io-client';
import { expect, it, onTestFinished } from 'vitest';
import { from, guest, linkToken, PASSWORD, registration } from '../features/accounts/accounts.fixture.ts';
import { addPasskey, codeOf, optionsForUse } from '../features/accounts/factors/factors.fixture.ts';
import { ENTRIES_PER_SOURCE } from '../platform/logging/entry-limits.ts';
import { SECURITY_EVENTS } from '../platform/logging/security-events.ts';
import { createBrowser } from './browser.fixture.ts';
import { loggedApp, SITE, startLoggedApp } from './security-log.fixture.ts';

/** The description for operators. */
const OPERATING = join(import.meta.dirname, '../../../docs/operating.md');

const INFO = 30;
const WARN = 40;

/** Headers of a webhook with a wrong signature. */
const FORGED = { 'content-type': 'application/json', 'x-razorpay-signature': 'a'.repeat(64) };

const NEW_PASSWORD = 'another fine password';

/** Registers a user; returns also the id, as the log has it. */
async function register() {
  const adda = await loggedApp();
  const body = registration();
  let token = '';
  const [entry] = await adda.noted(async () => {
    const { data } = await adda.client('POST /auth/register', { body }, { headers: adda.elsewhere() });
    token = data.access_token;
  });
  return { ...body, token, userId: entry?.userId ?? 0 };
}

/** Returns the newest link that was mailed to an address with this path. */
async function mailedToken(email: string, path: string): Promise<string> {
  const adda = await loggedApp();
  await adda.app.jobs.runPending();
  return linkToken(adda.mails().findLast((mail) => mail.includes(`To: ${email}`) && mail.includes(path)));
}

/** Does something; returns the names of the events that it wrote, and checks whose they are. */
async function eventsOf(userId: number, work: () => Promise<unknown>): Promise<string[]> {
  const adda = await loggedApp();
  const entries = await adda.noted(work);
  expect(entries.map((entry) => entry.userId)).toEqual(entries.map(() => userId));
  return entries.map(({ securityEvent }) => securityEvent);
}

it('ID-08: an entry says what, when, where and who, with the id of the response, and no address', async () => {
  const { client, noted, lines } = await loggedApp();
  const ann = await register();
  const body = { username: ann.username, password: 'not my password' };
  const address = '198.51.100.23';
  const before = Date.now();
  let requestId: string | null = null;
  const [failed, ...others] = await noted(async () => {
    const answer = await client('POST /auth/login', { body }, { headers: from(address) });
    requestId = answer.headers.get('x-request-id');
  });
  expect(others).toEqual([]);
  expect(failed).toMatchObject({
    securityEvent: 'login_failed',
    level: WARN,
    userId: ann.userId,
    reqId: requestId,
    route: 'POST /auth/login',
    code: 'invalid_credentials',
    network: expect.stringMatching(/^[\w-]{16}$/),
  });
  expect(failed?.time).toBeGreaterThanOrEqual(before);
  const [again] = await noted(() => client('POST /auth/login', { body }, { headers: from(address) }));
  const [other] = await noted(() => client('POST /auth/login', { body }, { headers: from('198.51.100.24') }));
  expect(again?.network).toBe(failed?.network);
  expect(other?.network).not.toBe(failed?.network);
  for (const hidden of [address, ann.username, ann.email, PASSWORD, 'not my password', ann.token])
    expect(lines.join('')).not.toContain(hidden);
});

it('ID-08: sign-up, guest entry, upgrade, log-in, log-out and deletion are logged with the user', async () => {
  const { client, noted, elsewhere } = await loggedApp();
  const [entered] = await noted(() => client('POST /auth/guest', { body: guest }));
  expect(entered).toMatchObject({ securityEvent: 'guest_entered', level: INFO, userId: expect.any(Number) });
  const { data: visitor } = await client('POST /auth/guest', { body: guest });
  const { username, email, password } = registration();
  const [upgraded] = await noted(() =>
    client('POST /auth/upgrade', { body: { username, email, password } }, { token: visitor.access_token }),
  );
  expect(upgraded).toMatchObject({ securityEvent: 'guest_upgraded', userId: expect.any(Number) });

  const ann = await register();
  let token = '';
  const logIn = async () => {
    const body = { username: ann.username, password: PASSWORD };
    ({ access_token: token } = (await client('POST /auth/login', { body }, { headers: elsewhere() })).data);
  };
  expect(await eventsOf(ann.userId, logIn)).toEqual(['new_device', 'login_succeeded']);
  const logOut = () => client('POST /auth/logout', {}, { token });
  expect(await eventsOf(ann.userId, logOut)).toEqual(['logged_out']);
  const unknown = { username: 'nobody-has-this-name', password: PASSWORD };
  const [failed] = await noted(() => client('POST /auth/login', { body: unknown }));
  expect(failed).toMatchObject({ securityEvent: 'login_failed' });
  expect(failed).not.toHaveProperty('userId');
  const remove = () => client('DELETE /users/me', { body: { password: PASSWORD } }, ann);
  expect(await eventsOf(ann.userId, remove)).toEqual(['account_deleted']);
});

it('ID-08: the second factor, recovery codes and passkeys are logged', async () => {
  const adda = await loggedApp();
  const { client } = adda;
  const ann = await register();
  const clock = { client, now: () => new Date() };
  const { data: begun } = await client('POST /auth/totp', {}, ann);
  let recoveryCodes: string[] = [];
  const confirm = async () => {
    const body = { code: codeOf(clock, begun.secret, -1) };
    ({ recovery_codes: recoveryCodes } = (await client('POST /auth/totp/confirm', { body }, ann)).data);
  };
  expect(await eventsOf(ann.userId, confirm)).toEqual(['second_factor_added']);
  let challenge = '';
  const begin = async () => {
    const body = { username: ann.username, password: PASSWORD };
    ({ challenge = '' } = (await client('POST /auth/login', { body })).error);
  };
  const finish = (code: string) => client('POST /auth/login/second-factor', { body: { challenge, code } });
  expect(await eventsOf(ann.userId, begin)).toEqual(['login_first_step']);
  expect(await eventsOf(ann.userId, () => finish('no code'))).toEqual(['second_factor_failed']);
  expect(await eventsOf(ann.userId, () => finish(recoveryCodes[0] ?? ''))).toEqual([
    'recovery_code_used',
    'new_device',
    'login_succeeded',
  ]);
  const renew = () => client('POST /auth/totp/recovery-codes', {}, ann);
  expect(await eventsOf(ann.userId, renew)).toEqual(['recovery_codes_renewed']);
  const turnOff = () => client('DELETE /auth/totp', {}, ann);
  expect(await eventsOf(ann.userId, turnOff)).toEqual(['second_factor_removed']);

  let added: Awaited<ReturnType<typeof addPasskey>> | undefined;
  const add = async () => void (added = await addPasskey(clock, ann));
  expect(await eventsOf(ann.userId, add)).toEqual(['passkey_added']);
  const options = await optionsForUse(clock);
  const response = added?.authenticator.use(options);
  if (!response) throw new Error('There is no passkey.');
  const logIn = () => client('POST /auth/passkey', { body: { response } });
  expect(await eventsOf(ann.userId, logIn)).toEqual(['new_device', 'login_succeeded']);
  // The challenge is used up.
  expect(await adda.noted(logIn)).toMatchObject([{ securityEvent: 'login_failed', level: WARN }]);
  const params = { passkey_id: added?.passkey.passkey_id ?? '' };
  const remove = () => client('DELETE /auth/passkeys/:passkey_id', { params }, ann);
  expect(await eventsOf(ann.userId, remove)).toEqual(['passkey_removed']);
  for (const secret of [begun.secret, recoveryCodes[0] ?? ''])
    expect(adda.lines.join('')).not.toContain(secret);
});

it('ID-08: proofs, passwords and ended sessions are logged', async () => {
  const { client, noted } = await loggedApp();
  const ann = await register();
  const prove = (password: string) => client('POST /auth/reauthenticate', { body: { password } }, ann);
  expect(await eventsOf(ann.userId, () => prove('wrong one'))).toEqual(['reauthentication_failed']);
  expect(await eventsOf(ann.userId, () => prove(PASSWORD))).toEqual(['reauthenticated']);
  const endOthers = () => client('DELETE /auth/sessions', {}, ann);
  expect(await eventsOf(ann.userId, endOthers)).toEqual(['session_revoked']);
  const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  const change = () => client('POST /auth/password/change', { body }, ann);
  expect(await eventsOf(ann.userId, change)).toEqual(['password_changed']);

  const asked = await noted(() => client('POST /auth/password/forgot', { body: { email: ann.email } }));
  expect(asked).toMatchObject([{ securityEvent: 'password_reset_asked', level: INFO }]);
  expect(asked[0]).not.toHaveProperty('userId');
  const token = await mailedToken(ann.email, '/reset-password');
  const reset = () => client('POST /auth/password/reset', { body: { token, new_password: PASSWORD } });
  expect(await eventsOf(ann.userId, reset)).toEqual(['password_reset']);
  const [refused] = await noted(reset);
  expect(refused).toMatchObject({ securityEvent: 'mail_link_refused', code: 'invalid_reset_link' });
});

it('ID-08: a change of the address, taking it back, and a disowned login are logged', async () => {
  const { client, elsewhere } = await loggedApp();
  const ann = await register();
  const email = registration().email;
  const ask = () => client('POST /auth/email/change', { body: { email } }, ann);
  expect(await eventsOf(ann.userId, ask)).toEqual(['email_change_asked']);
  const confirmation = { token: await mailedToken(email, '/change-email?') };
  const confirm = () => client('POST /auth/email/confirm', { body: confirmation });
  expect(await eventsOf(ann.userId, confirm)).toEqual(['email_changed']);
  const undoing = { token: await mailedToken(ann.email, '/undo-email-change') };
  const takeBack = () => client('POST /auth/email/undo', { body: undoing });
  expect(await eventsOf(ann.userId, takeBack)).toEqual(['account_taken_back']);

  const ben = await register();
  const body = { username: ben.username, password: PASSWORD };
  await client('POST /auth/login', { body }, { headers: elsewhere() });
  const disowning = { token: await mailedToken(ben.email, '/undo-login') };
  const disown = () => client('POST /auth/login/undo', { body: disowning });
  expect(await eventsOf(ben.userId, disown)).toEqual(['login_disowned']);
});

it('ID-08: refused access is logged with the user and the reason', async () => {
  const { client, noted, url } = await loggedApp();
  const ann = await register();
  const [refused] = await noted(() => client('GET /admin/users', { query: {} }, ann));
  expect(refused).toMatchObject({
    securityEvent: 'access_refused',
    level: WARN,
    userId: ann.userId,
    code: 'admin_only',
    route: 'GET /admin/users',
  });
  const browser = createBrowser(url, SITE);
  await browser.call('POST /auth/register', { body: registration() });
  const write = (headers: Record<string, string>) =>
    browser.call('PATCH /users/settings', { body: {} }, headers);
  expect(await noted(() => write({ origin: 'https://elsewhere.example' }))).toMatchObject([
    { securityEvent: 'foreign_origin', route: 'PATCH /users/settings' },
  ]);
  expect(await noted(() => write({ 'x-session-user': 'somebody-else' }))).toMatchObject([
    { securityEvent: 'session_changed', userId: expect.any(Number) },
  ]);
});

/** Tries to open a socket; returns it when it is open or refused. */
function tryToConnect(url: string, token: string, { self, origin }: { self: string; origin: string }) {
  const socket = io(url, {
    path: '/socket.io',
    query: { self, token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin },
  });
  onTestFinished(() => void socket.disconnect());
  return new Promise<typeof socket>((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', () => resolve(socket));
  });
}

it('ID-08, R-06: refused sockets are logged with the connection and, where it is known, the user', async () => {
  const { noted, url } = await loggedApp();
  const ann = await register();
  const own = { self: ann.username, origin: SITE };
  expect(await noted(() => tryToConnect(url, ann.token, own))).toEqual([]);
  const foreign = { ...own, origin: 'https://elsewhere.example' };
  expect(await noted(() => tryToConnect(url, ann.token, foreign))).toMatchObject([
    { securityEvent: 'foreign_origin', route: '/socket.io', level: WARN },
  ]);
  expect(await noted(() => tryToConnect(url, 'no.real.token', own))).toMatchObject([
    { securityEvent: 'token_forged', connection: expect.any(String) },
  ]);
  expect(await noted(() => tryToConnect(url, ann.token, { ...own, self: 'somebody-else' }))).toMatchObject([
    { securityEvent: 'access_refused', code: 'self_mismatch', userId: ann.userId },
  ]);
});

it('ID-08: forged tokens, forged links and used tokens are logged', async () => {
  const { client, noted, url } = await loggedApp();
  const ann = await register();
  const forged = ann.token.replace(/.{8}$/, 'AAAAAAAA');
  const [refused] = await noted(() => client('GET /users/me', {}, { token: forged }));
  expect(refused).toMatchObject({ securityEvent: 'token_forged', level: WARN, route: 'GET /users/me' });
  const link = `${url}/media/images/abc?for=x&expires=1900000000&signature=forged`;
  expect(await noted(() => fetch(link))).toMatchObject([{ securityEvent: 'file_link_forged', level: WARN }]);

  const refresh = async (token: string) =>
    (await client('POST /auth/refresh', { body: undefined }, { token })).data.access_token;
  const second = await refresh(ann.token);
  await refresh(second);
  const reuse = () => client('POST /auth/refresh', { body: undefined }, ann);
  expect(await eventsOf(ann.userId, reuse)).toEqual(['token_reused']);
});

it('ID-08, R-12, R-17: forged webhooks and addresses that are not public are logged', async () => {
  const { noted, client, url } = await loggedApp();
  const ann = await register();
  const send = () => fetch(`${url}/webhooks/razorpay`, { method: 'POST', body: '{}', headers: FORGED });
  expect(await noted(send)).toMatchObject([
    {
      securityEvent: 'webhook_forged',
      level: WARN,
      code: 'webhook_refused',
      route: 'POST /webhooks/razorpay',
    },
  ]);
  const body = { url: 'http://127.0.0.1/secret.png' };
  const fetchImage = () => client('POST /api/images/upload-image-url/', { body }, ann);
  expect(await noted(fetchImage)).toMatchObject([
    { securityEvent: 'outbound_refused', level: WARN, reason: 'address', userId: ann.userId },
  ]);
});

it('ID-08, SV-103: limits that are reached are logged', async () => {
  const { client, noted } = await loggedApp();
  const ann = await register();
  const body = { username: ann.username, password: 'not my password' };
  const headers = from('198.51.100.77');
  const guessed = await noted(async () => {
    for (let status = 0; status !== 429;)
      ({ status } = await client('POST /auth/login', { body }, { headers }));
  });
  expect(guessed.at(-1)).toMatchObject({ securityEvent: 'guesses_blocked', userId: ann.userId, level: WARN });

  const limited = await startLoggedApp({ RATE_LIMITS: 'on', READS_PER_MINUTE: '1' });
  onTestFinished(() => limited.stop());
  const { data } = await limited.client('POST /auth/guest', { body: guest });
  const read = () => limited.client('GET /users/settings', {}, { token: data.access_token });
  expect(await limited.noted(read)).toEqual([]);
  expect(await limited.noted(read)).toMatchObject([
    { securityEvent: 'rate_limited', code: 'rate_limited', route: 'GET /users/settings' },
  ]);

  const socket = await tryToConnect(limited.url, data.access_token, { self: data.username, origin: SITE });
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  const flood = await limited.noted(async () => {
    for (let call = 0; call <= REFUSED_EVENTS.calls; call += 1) socket.emit('unknown event');
    await closed;
  });
  expect(flood).toMatchObject([{ securityEvent: 'socket_flooded', level: WARN, userId: expect.any(Number) }]);
});

it('ID-08: a flood writes few entries and then how many were left out', async () => {
  const adda = await startLoggedApp();
  const headers = from('198.51.100.99');
  const { data } = await adda.client('POST /auth/guest', { body: guest });
  const token = data.access_token;
  const calls = 3 * ENTRIES_PER_SOURCE;
  const flood = await adda.noted(async () => {
    for (let call = 0; call < calls; call += 1)
      await adda.client('GET /admin/users', { query: {} }, { token, headers });
  });
  expect(flood).toHaveLength(ENTRIES_PER_SOURCE);
  const [leftOut] = await adda.noted(() => adda.stop());
  expect(leftOut).toMatchObject({
    securityEvent: 'entries_left_out',
    leftOut: 'access_refused',
    network: flood[0]?.network,
    count: calls - ENTRIES_PER_SOURCE,
  });
});

it('ID-08: operators read about each event', () => {
  const described = readFileSync(OPERATING, 'utf8');
  for (const event of Object.keys(SECURITY_EVENTS)) expect(described).toContain(`\`${event}\``);
});
