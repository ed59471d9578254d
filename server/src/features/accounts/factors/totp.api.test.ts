import {
  CHALLENGE_SECONDS,
  CHALLENGE_TRIES,
  LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS,
  RECENT_PROOF_SECONDS,
  TOTP_SECONDS,
} from '@adda/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  from,
  guest,
  linkToken,
  PASSWORD,
  startAccounts,
  type AccountsFixture,
} from '../accounts.fixture.ts';
import { createRecoveryCodes, hashOfCode } from './totp.codec.ts';
import { addPasskey, codeOf, optionsForUse, setUpTotp } from './factors.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

type Person = { readonly username: string };

const logIn = (person: Person, password = PASSWORD, address = '192.0.2.7') =>
  adda.client(
    'POST /auth/login',
    { body: { username: person.username, password } },
    { headers: from(address) },
  );
/** Logs in by password; returns what finishes the login. */
async function begin(person: Person, address?: string) {
  const { status, error } = await logIn(person, PASSWORD, address);
  expect([status, error.code]).toEqual([401, 'second_factor_needed']);
  return { ...error, challenge: error.challenge ?? '' };
}
const finish = (challenge: string, code: string, address = '192.0.2.7') =>
  adda.client('POST /auth/login/second-factor', { body: { challenge, code } }, { headers: from(address) });
const nextStep = () => adda.passSeconds(TOTP_SECONDS);

it('ID-02: setting up shows secret, address and QR code, and replaces nothing before the first code', async () => {
  const ann = await adda.register();
  const { data } = await adda.client('POST /auth/totp', {}, ann);
  expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(data.otpauth_url);
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    'otpauth:',
    'totp',
    `/Adda:${ann.username}`,
  ]);
  expect(address.searchParams.get('secret')).toBe(data.secret);
  expect(data.qr_svg).toMatch(/^<svg[^]*<\/svg>\s*$/);
  expect((await logIn(ann)).status).toBe(200);
  const wrong = await adda.client('POST /auth/totp/confirm', { body: { code: '000000' } }, ann);
  expect([wrong.status, wrong.error]).toEqual([
    400,
    { code: 'wrong_code', detail: 'This code is not right' },
  ]);
  const body = { code: codeOf(adda, data.secret) };
  const confirmed = await adda.client('POST /auth/totp/confirm', { body }, ann);
  expect(new Set(confirmed.data.recovery_codes).size).toBe(10);
  const { data: factors } = await adda.client('GET /auth/factors', {}, ann);
  expect(factors).toEqual({ totp: true, recovery_codes_left: 10, passkeys: 0, password: true });

  await adda.client('POST /auth/totp', {}, ann);
  nextStep();
  const { challenge } = await begin(ann);
  expect((await finish(challenge, codeOf(adda, data.secret))).status).toBe(200);
});

it('ID-02: a login takes a second step, and the code of a step works once', async () => {
  const ann = await adda.register();
  const { secret } = await setUpTotp(adda, ann);
  const first = await begin(ann);
  expect([first.detail, first.methods]).toEqual([
    'One more step: please show that it is you.',
    ['totp', 'recovery_code'],
  ]);
  // The code that confirmed the app counts as used.
  expect((await finish(first.challenge, codeOf(adda, secret))).error).toEqual({
    code: 'wrong_code',
    detail: 'This code is not right',
  });
  nextStep();
  const spaced = codeOf(adda, secret).replace(/^(...)/, '$1 ');
  const entered = await finish(first.challenge, spaced);
  expect([entered.status, entered.data.username]).toEqual([200, ann.username]);
  expect((await finish(first.challenge, codeOf(adda, secret))).error).toEqual({
    code: 'challenge_gone',
    detail: 'Please log in again',
  });
  const second = await begin(ann);
  expect((await finish(second.challenge, codeOf(adda, secret))).error.code).toBe('wrong_code');
});

it('ID-02: the code of the step before works, older and later ones do not', async () => {
  const ann = await adda.register();
  const { secret } = await setUpTotp(adda, ann);
  adda.passSeconds(4 * TOTP_SECONDS);
  const { challenge } = await begin(ann);
  for (const steps of [-2, 1, 2])
    expect((await finish(challenge, codeOf(adda, secret, steps))).error.code).toBe('wrong_code');
  expect((await finish(challenge, codeOf(adda, secret, -1))).status).toBe(200);
});

it('ID-02: of two logins at once with one code or one recovery code, one gets in', async () => {
  const ann = await adda.register();
  const { secret, recoveryCodes } = await setUpTotp(adda, ann);
  for (const code of ['app', recoveryCodes[0] ?? '']) {
    nextStep();
    const used = code === 'app' ? codeOf(adda, secret) : code;
    const challenges = await Promise.all([begin(ann), begin(ann)]);
    const answers = await Promise.all(challenges.map(({ challenge }) => finish(challenge, used)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  }
  nextStep();
  const { challenge } = await begin(ann);
  const code = codeOf(adda, secret);
  const same = await Promise.all([finish(challenge, code), finish(challenge, code)]);
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

it('ID-02: a challenge ends after five wrong codes, and after 5 minutes', async () => {
  const ann = await adda.register();
  const { secret } = await setUpTotp(adda, ann);
  nextStep();
  const { challenge } = await begin(ann);
  const guesses = Array.from({ length: CHALLENGE_TRIES }, () => finish(challenge, '000000'));
  for (const { error } of await Promise.all(guesses)) expect(error.code).toBe('wrong_code');
  const gone = await finish(challenge, codeOf(adda, secret));
  expect([gone.status, gone.error.code]).toEqual([401, 'challenge_gone']);
  const late = await begin(ann);
  adda.passSeconds(CHALLENGE_SECONDS);
  expect((await finish(late.challenge, codeOf(adda, secret))).error.code).toBe('challenge_gone');
});

it('ID-02, R-19: new challenges bring no new guesses, and the owner’s device is not locked out', async () => {
  const ann = await adda.register();
  const { secret } = await setUpTotp(adda, ann);
  nextStep();
  const { tries } = LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS;
  for (let count = 0; count < tries; count += 1) {
    const { challenge } = await begin(ann, '192.0.2.66');
    expect((await finish(challenge, '000000', '192.0.2.66')).error.code).toBe('wrong_code');
  }
  const { challenge } = await begin(ann, '192.0.2.66');
  const limited = await finish(challenge, codeOf(adda, secret), '192.0.2.66');
  expect([limited.status, limited.error.code]).toEqual([429, 'too_many_login_attempts']);
  const own = await begin(ann, '192.0.2.67');
  expect((await finish(own.challenge, codeOf(adda, secret), '192.0.2.67')).status).toBe(200);
});

it('ID-02: a recovery code works once and is told by mail; new ones end the old ones', async () => {
  const ann = await adda.register();
  const { recoveryCodes } = await setUpTotp(adda, ann);
  const [first = '', second = ''] = recoveryCodes;
  expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}$/);
  const once = await begin(ann);
  expect((await finish(once.challenge, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  const again = await begin(ann);
  expect((await finish(again.challenge, first)).error.code).toBe('wrong_code');
  expect((await adda.client('GET /auth/factors', {}, ann)).data.recovery_codes_left).toBe(9);
  const { data } = await adda.client('POST /auth/totp/recovery-codes', {}, ann);
  expect((await finish(again.challenge, second)).error.code).toBe('wrong_code');
  expect((await finish(again.challenge, data.recovery_codes[0] ?? '')).status).toBe(200);
  const mails = await adda.mailsTo(ann.email);
  expect(mails.filter((mail) => mail.includes('Subject: A recovery code of your Adda account'))).toHaveLength(
    2,
  );
});

it('ID-02: a recovery code has at least 112 random bits', () => {
  const letters = Array.from({ length: 100 }, createRecoveryCodes).flatMap((codes) =>
    codes.map((code) => Array.from(code.replaceAll('-', ''))),
  );
  const alphabet = new Set(letters.flat());
  for (const code of letters) expect(code.length * Math.log2(alphabet.size)).toBeGreaterThanOrEqual(112);
  // Each place of a code takes every letter.
  for (let place = 0; place < 24; place += 1)
    expect(new Set(letters.map((code) => code[place])).size).toBe(alphabet.size);
});

it('ID-02: a recovery code is read with blanks, dashes or neither, in both cases; one of an earlier version too', async () => {
  const ann = await adda.register();
  const { recoveryCodes } = await setUpTotp(adda, ann);
  const [first = '', second = '', third = ''] = recoveryCodes;
  const user = await adda.database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', ann.username)
    .executeTakeFirstOrThrow();
  const earlier = 'abcd-efgh-jkmn-pqrs';
  await adda.database.db
    .insertInto('recovery_codes')
    .values({ user_id: user.id, code_hash: hashOfCode(earlier), created_at: adda.now() })
    .execute();
  const typed = [
    first.replaceAll('-', ''),
    ` ${second.toUpperCase().replaceAll('-', ' - ')} `,
    third.replaceAll('-', '\n'),
    earlier,
  ];
  for (const code of typed) {
    const { challenge } = await begin(ann);
    expect((await finish(challenge, code)).status).toBe(200);
  }
});

it('ID-02: secrets and recovery codes are not readable in the database', async () => {
  const ann = await adda.register();
  const { secret, recoveryCodes } = await setUpTotp(adda, ann);
  const rows = await adda.database.db.selectFrom('totp_secrets').selectAll().execute();
  const hashes = await adda.database.db.selectFrom('recovery_codes').selectAll().execute();
  const stored = JSON.stringify([rows.map(({ secret: held }) => held?.toString('latin1')), hashes]);
  expect(rows.length).toBeGreaterThan(0);
  for (const readable of [secret, ...recoveryCodes]) expect(stored).not.toContain(readable);
});

it('ID-02: a login is finished by a passkey of the same account only', async () => {
  const [ann, ben] = [await adda.register(), await adda.register()];
  await setUpTotp(adda, ann);
  const { authenticator } = await addPasskey(adda, ann);
  const { authenticator: bens } = await addPasskey(adda, ben);
  const { challenge, methods } = await begin(ann);
  expect(methods).toEqual(['totp', 'recovery_code', 'passkey']);
  const by = async (key: typeof authenticator) =>
    adda.client('POST /auth/login/second-factor', {
      body: { challenge, passkey: key.use(await optionsForUse(adda)) },
    });
  const foreign = await by(bens);
  expect([foreign.status, foreign.error.code]).toEqual([401, 'passkey_refused']);
  expect((await by(authenticator)).data.username).toBe(ann.username);
});

it('ID-02: a password reset does not lift it, and ends logins that wait for their code', async () => {
  const ann = await adda.register();
  const { secret } = await setUpTotp(adda, ann);
  nextStep();
  const waiting = await begin(ann);
  await adda.client('POST /auth/password/forgot', { body: { email: ann.email } });
  const mails = await adda.mailsTo(ann.email);
  const token = linkToken(mails.find((mail) => mail.includes('/reset-password')));
  const body = { token, new_password: 'another fine password' };
  expect((await adda.client('POST /auth/password/reset', { body })).status).toBe(200);
  expect((await finish(waiting.challenge, codeOf(adda, secret))).error.code).toBe('challenge_gone');
  const login = await logIn(ann, 'another fine password');
  expect(login.error.code).toBe('second_factor_needed');
});

it('ID-02: without it nothing is confirmed, renewed or removed; removed, the password is enough', async () => {
  const ann = await adda.register();
  const calls = [
    () => adda.client('POST /auth/totp/confirm', { body: { code: '123456' } }, ann),
    () => adda.client('POST /auth/totp/recovery-codes', {}, ann),
    () => adda.client('DELETE /auth/totp', {}, ann),
  ];
  for (const call of calls) expect((await call()).error.code).toBe('totp_not_set_up');
  await setUpTotp(adda, ann);
  expect((await adda.client('DELETE /auth/totp', {}, ann)).status).toBe(200);
  expect((await logIn(ann)).status).toBe(200);
  expect((await adda.client('GET /auth/factors', {}, ann)).data).toMatchObject({
    totp: false,
    recovery_codes_left: 0,
  });
});

it('ID-02: guests have no second factor', async () => {
  const { data } = await adda.client('POST /auth/guest', { body: guest });
  const visitor = { token: data.access_token };
  expect((await adda.client('POST /auth/totp', {}, visitor)).status).toBe(403);
  expect((await adda.client('GET /auth/factors', {}, visitor)).status).toBe(403);
});

it('ID-03: with an authenticator app a password alone is no proof, neither in the body', async () => {
  const ann = await adda.register();
  const { secret } = await setUpTotp(adda, ann);
  adda.passSeconds(RECENT_PROOF_SECONDS);
  const remove = () => adda.client('DELETE /users/me', { body: { password: PASSWORD } }, ann);
  expect((await remove()).error.code).toBe('reauthentication_needed');
  const prove = (body: { password: string } | { code: string }) =>
    adda.client('POST /auth/reauthenticate', { body }, ann);
  expect((await prove({ password: PASSWORD })).error.code).toBe('proof_refused');
  const wrong = await prove({ code: '000000' });
  expect([wrong.status, wrong.error]).toEqual([
    403,
    { code: 'proof_refused', detail: 'That code is wrong.' },
  ]);
  const code = codeOf(adda, secret);
  expect((await prove({ code })).status).toBe(200);
  expect((await prove({ code })).error.code).toBe('proof_refused');
  expect((await remove()).status).toBe(200);
});
