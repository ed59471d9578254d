import { routes, type Route } from '@adda/contract';
import {
  LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS,
  RECENT_PROOF_SECONDS,
  REFRESH_GRACE_SECONDS,
} from '@adda/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { from, guest, PASSWORD, startAccounts, type AccountsFixture } from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

type Person = { readonly token: string };

const endOthers = (person: Person) => adda.client('DELETE /auth/sessions', {}, person);
const prove = (person: Person, password = PASSWORD, address = '192.0.2.7') =>
  adda.client('POST /auth/reauthenticate', { body: { password } }, { ...person, headers: from(address) });
const expireProof = () => adda.passSeconds(RECENT_PROOF_SECONDS);

const needed = {
  code: 'reauthentication_needed',
  detail: 'Please enter your password again to go on.',
};

it('ID-03: exactly these routes require a recent proof', () => {
  const declared = Object.entries<Route>(routes).flatMap(([key, { needsRecentProof }]) =>
    needsRecentProof === undefined ? [] : [`${key}: ${needsRecentProof}`],
  );
  expect(declared.toSorted()).toEqual([
    'DELETE /auth/passkeys/:passkey_id: true',
    'DELETE /auth/sessions/:session_id: true',
    'DELETE /auth/sessions: true',
    'DELETE /auth/totp: true',
    'DELETE /users/me: password_in_body',
    'POST /auth/email/change: true',
    'POST /auth/passkeys/options: true',
    'POST /auth/passkeys: true',
    'POST /auth/password/change: password_in_body',
    'POST /auth/totp/confirm: true',
    'POST /auth/totp/recovery-codes: true',
    'POST /auth/totp: true',
    'POST /users/me/export: true',
    'POST /wallet/payee: true',
    'POST /wallet/request-payout: true',
  ]);
});

it('ID-03: registration and login count as proof for ten minutes', async () => {
  const ann = await adda.register();
  expect((await endOthers(ann)).status).toBe(200);
  adda.passSeconds(RECENT_PROOF_SECONDS - 30);
  expect((await endOthers(ann)).status).toBe(200);
  adda.passSeconds(30);
  const late = await endOthers(ann);
  expect([late.status, late.error]).toEqual([403, needed]);
  const { data } = await adda.client('POST /auth/login', {
    body: { username: ann.username, password: PASSWORD },
  });
  expect((await endOthers({ token: data.access_token })).status).toBe(200);
});

it('ID-03: refreshing the token is no proof', async () => {
  const ann = await adda.register();
  expireProof();
  const { data } = await adda.client('POST /auth/refresh', { body: { token: ann.token } });
  expect((await endOthers({ token: data.access_token })).error).toEqual(needed);
});

it('ID-03: the proof is checked before the request is validated', async () => {
  const ann = await adda.register();
  const params = { session_id: 'x'.repeat(100) };
  const endOne = () => adda.client('DELETE /auth/sessions/:session_id', { params }, ann);
  expect((await endOne()).status).toBe(422);
  expireProof();
  expect((await endOne()).error).toEqual(needed);
});

it('ID-03: the correct password is a proof for this session only', async () => {
  const ann = await adda.register();
  const { data } = await adda.client('POST /auth/login', {
    body: { username: ann.username, password: PASSWORD },
  });
  expireProof();
  const answer = await prove(ann);
  expect([answer.status, answer.data]).toEqual([
    200,
    { message: 'Thank you.', proven_until: expect.any(String) },
  ]);
  const left = Date.parse(answer.data.proven_until) - adda.now().getTime();
  expect(left).toBeGreaterThan((RECENT_PROOF_SECONDS - 60) * 1000);
  expect((await endOthers({ token: data.access_token })).error).toEqual(needed);
  expect((await endOthers(ann)).status).toBe(200);
});

const asksMe = async (token: string) => (await adda.client('GET /users/me', {}, { token })).status;

it('ID-03, ID-07: a bearer token stays as it is with a proof', async () => {
  const ann = await adda.register();
  expireProof();
  expect((await prove(ann)).status).toBe(200);
  adda.passSeconds(REFRESH_GRACE_SECONDS + 1);
  expect(await asksMe(ann.token)).toBe(200);
  expect((await endOthers(ann)).status).toBe(200);
  expect((await adda.client('POST /auth/refresh', { body: { token: ann.token } })).status).toBe(200);
});

it('ID-03, R-18: proofs and refreshes at the same time, with one token, log nobody out', async () => {
  const ann = await adda.register();
  expireProof();
  const refresh = () => adda.client('POST /auth/refresh', { body: { token: ann.token } });
  const answers = await Promise.all([refresh(), prove(ann), refresh(), prove(ann), refresh()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { data } = await refresh();
  adda.passSeconds(REFRESH_GRACE_SECONDS + 1);
  expect(await asksMe(data.access_token)).toBe(200);
  expect((await endOthers({ token: data.access_token })).status).toBe(200);
});

it('ID-03, R-19: a wrong password is refused with the limits of login and ends no session', async () => {
  const ann = await adda.register();
  expireProof();
  const { tries } = LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS;
  for (let count = 0; count < tries; count += 1) {
    const { status, error } = await prove(ann, 'not my password', '192.0.2.8');
    expect([status, error]).toEqual([403, { code: 'proof_refused', detail: 'That password is wrong.' }]);
  }
  expect((await prove(ann, PASSWORD, '192.0.2.8')).error.code).toBe('too_many_login_attempts');
  expect((await endOthers(ann)).error).toEqual(needed);
  expect((await adda.client('GET /users/me', {}, ann)).status).toBe(200);
  // Other addresses are not limited.
  expect((await prove(ann, PASSWORD, '192.0.2.9')).status).toBe(200);
});

it('ID-03: guests are exempt, and an upgrade counts as proof', async () => {
  const { data } = await adda.client('POST /auth/guest', { body: guest });
  const visitor = { token: data.access_token };
  expireProof();
  expect((await endOthers(visitor)).status).toBe(200);
  const upgraded = await adda.client(
    'POST /auth/upgrade',
    { body: { username: 'stays.now', email: 'stays.now@example.org', password: PASSWORD } },
    visitor,
  );
  expect((await endOthers({ token: upgraded.data.access_token })).status).toBe(200);
});

it('ID-03, SV-11, SV-13: a password in the body is the proof', async () => {
  const ann = await adda.register();
  expireProof();
  const body = { current_password: PASSWORD, new_password: 'another fine password' };
  const changed = await adda.client('POST /auth/password/change', { body }, ann);
  const token = { token: changed.data.access_token };
  expect((await endOthers(token)).status).toBe(200);
  expireProof();
  const wrong = await adda.client('DELETE /users/me', { body: { password: PASSWORD } }, token);
  expect([wrong.status, wrong.error.code]).toEqual([400, 'wrong_password']);
  const deletion = await adda.client('DELETE /users/me', { body: { password: body.new_password } }, token);
  expect(deletion.status).toBe(200);
});

it('ID-03: the owner receives a mail when the password changes', async () => {
  const ann = await adda.register();
  const body = { current_password: PASSWORD, new_password: 'another fine password' };
  await adda.client('POST /auth/password/change', { body }, ann);
  const mails = await adda.mailsTo(ann.email);
  const notices = mails.filter((mail) => mail.includes('Subject: Your Adda password was changed'));
  expect(notices).toEqual([expect.stringContaining('https://adda.example/forgot-password')]);
});
