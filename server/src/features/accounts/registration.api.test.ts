import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  freshName,
  guest,
  linkToken,
  registration,
  startAccounts,
  type AccountsFixture,
} from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

it('ID-08: a new installation has no account', async () => {
  const fresh = await startAccounts();
  onTestFinished(() => fresh.stop());
  expect(await fresh.database.db.selectFrom('users').select('username').execute()).toEqual([]);
});

describe('POST /auth/register', () => {
  it('SV-01: creates an account, logs in and sends the verification mail', async () => {
    const body = registration('Nadia.K');
    const answer = await adda.client('POST /auth/register', { body });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      username: 'nadia.k',
      is_guest: false,
      email_verified: false,
    });
    const me = await adda.client('GET /users/me', {}, { token: answer.data.access_token });
    expect(me.data.username).toBe('nadia.k');
    expect(await adda.mailsTo('nadia.k@example.org')).toHaveLength(1);
  });

  it('Q-10: names and addresses are unique regardless of case', async () => {
    const { username, email } = await adda.register();
    const sameName = { ...registration(), username: username.toUpperCase() };
    expect((await adda.client('POST /auth/register', { body: sameName })).error).toEqual({
      code: 'username_taken',
      detail: 'Username already taken',
    });
    const sameEmail = { ...registration(), email: email.toUpperCase() };
    expect((await adda.client('POST /auth/register', { body: sameEmail })).error).toEqual({
      code: 'email_taken',
      detail: 'Email already registered',
    });
  });

  it('Q-10: of ten concurrent registrations of one name exactly one succeeds', async () => {
    const username = freshName();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        adda.client('POST /auth/register', {
          body: { ...registration(username), email: `twin${n}@example.org` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
  });

  it.each(['_guest-me', 'plan_gold', 'deleted-1', 'system', 'a b', 'a:b', 'ab'])(
    'Q-09, Q-10: refuses the name %s',
    async (username) => {
      const answer = await adda.client('POST /auth/register', { body: { ...registration(), username } });
      expect(answer.status).toBe(422);
      expect(answer.error.detail).toEqual([expect.objectContaining({ loc: ['body', 'username'] })]);
    },
  );

  it('SV-01: a state must belong to its country', async () => {
    const answer = await adda.client('POST /auth/register', { body: { ...registration(), state: 'Wales' } });
    expect(answer.error.detail).toEqual([expect.objectContaining({ loc: ['body', 'state'] })]);
  });

  it('R-20: refuses unknown fields', async () => {
    const body = { ...registration(), role: 'admin' };
    expect((await adda.client('POST /auth/register', { body })).status).toBe(422);
  });

  it('SV-01, SV-14: a referral code links to its owner; an unknown code is refused', async () => {
    const friend = await adda.register();
    const code = (await adda.client('GET /users/me', {}, friend)).data.referral_code ?? '';
    const referred = { ...registration(), referral_code: code.toUpperCase() };
    const { data } = await adda.client('POST /auth/register', { body: referred });
    const list = await adda.client('GET /users/me/referrals', { query: {} }, friend);
    expect(list.data).toEqual({
      referrals: [{ username: data.username, verified: false, rewarded_at: null }],
      total_count: 1,
    });
    const unknown = { ...registration(), referral_code: 'nobody00' };
    expect((await adda.client('POST /auth/register', { body: unknown })).error.code).toBe(
      'invalid_referral_code',
    );
  });
});

describe('POST /auth/guest', () => {
  it('SV-03, Q-09: creates a guest with a reserved name', async () => {
    const answer = await adda.client('POST /auth/guest', {
      body: { ...guest, display_name: 'Zoë & Friends of Calcutta' },
    });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ is_guest: true, email_verified: false });
    expect(answer.data.username).toMatch(/^_guest-zoe-friends-of-cal-[0-9a-z]{4}$/);
    expect(answer.data.username.length).toBeLessThanOrEqual(30);
    const me = await adda.client('GET /users/me', {}, { token: answer.data.access_token });
    expect(me.data).toMatchObject({
      display_name: 'Zoë & Friends of Calcutta',
      email: null,
      referral_code: null,
    });
  });

  it.each(['\u202eahsA', 'As\u200bha', 'Asha\nRao', '\u00ad\u00ad'])(
    'SV-03, SV-18: refuses the unreadable name %j',
    async (display_name) => {
      const answer = await adda.client('POST /auth/guest', { body: { ...guest, display_name } });
      expect(answer.status).toBe(422);
      expect(answer.error.detail).toEqual([
        expect.objectContaining({ loc: ['body', 'display_name'], msg: 'Use characters that can be seen.' }),
      ]);
    },
  );

  it('SV-03: concurrent guests get different names', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        adda.client('POST /auth/guest', { body: { ...guest, display_name: '✨' } }),
      ),
    );
    expect(new Set(answers.map(({ data }) => data.username)).size).toBe(30);
  });

  it('R-13: a guest cannot use routes for registered users', async () => {
    const { data } = await adda.client('POST /auth/guest', { body: guest });
    const answer = await adda.client('GET /users/me/referrals', { query: {} }, { token: data.access_token });
    expect(answer.error.code).toBe('registered_only');
  });
});

describe('POST /auth/upgrade', () => {
  const upgradeBody = () => {
    const { username, email, password } = registration();
    return { username, email, password };
  };
  const enter = async (display_name?: string) => {
    const { data } = await adda.client('POST /auth/guest', { body: { ...guest, display_name } });
    return { token: data.access_token, username: data.username };
  };

  it('SV-04: keeps the account, renames it, invalidates the old token and sends the verification mail', async () => {
    const before = await enter();
    const { userId } = await adda.accounts.authenticate(before.token);
    const body = upgradeBody();
    const { data } = await adda.client('POST /auth/upgrade', { body }, before);
    expect(data).toMatchObject({ username: body.username, is_guest: false, email_verified: false });
    expect(await adda.accounts.authenticate(data.access_token)).toMatchObject({
      userId,
      username: body.username,
      isGuest: false,
    });
    expect((await adda.client('GET /users/me', {}, before)).error.code).toBe('invalid_token');
    const refresh = await adda.client('POST /auth/refresh', { body: { token: before.token } });
    expect(refresh.error.code).toBe('invalid_token');
    expect(adda.renamed.at(-1)).toEqual({
      userId,
      oldUsername: before.username,
      username: body.username,
      isGuest: false,
    });
    expect(adda.ended.at(-1)).toMatchObject({ userId, reason: 'upgraded', sessionId: expect.any(String) });
    const [mail] = await adda.mailsTo(body.email);
    await adda.client('POST /auth/verify-email', { body: { token: linkToken(mail) } });
    const me = await adda.client('GET /users/me', {}, { token: data.access_token });
    expect(me.data).toMatchObject({
      display_name: body.username,
      email_verified: true,
      country: 'UK',
      state: 'Wales',
    });
  });

  it('SV-04: keeps a display name that the guest chose', async () => {
    const before = await enter('Nova of the Hills');
    const { data } = await adda.client('POST /auth/upgrade', { body: upgradeBody() }, before);
    const me = await adda.client('GET /users/me', {}, { token: data.access_token });
    expect(me.data.display_name).toBe('Nova of the Hills');
  });

  it('SV-04: refuses registered users, taken names and unknown codes, and changes nothing', async () => {
    const person = await adda.register();
    const registered = await adda.client('POST /auth/upgrade', { body: upgradeBody() }, person);
    expect(registered.error).toEqual({ code: 'already_permanent', detail: 'Account is already permanent' });

    const before = await enter();
    const renames = adda.renamed.length;
    const attempts = [
      [{ ...upgradeBody(), username: person.username }, 'username_taken'],
      [{ ...upgradeBody(), email: person.email }, 'email_taken'],
      [{ ...upgradeBody(), referral_code: 'nobody00' }, 'invalid_referral_code'],
    ] as const;
    for (const [body, code] of attempts) {
      expect((await adda.client('POST /auth/upgrade', { body }, before)).error.code).toBe(code);
    }
    expect((await adda.client('GET /users/me', {}, before)).data.is_guest).toBe(true);
    expect(adda.renamed).toHaveLength(renames);
  });
});

it('SV-15: lists the countries and their states', async () => {
  const { data } = await adda.client('GET /meta/countries', {});
  expect(data.map(({ country, states }) => [country, states.length])).toEqual([
    ['USA', 50],
    ['India', 36],
    ['UK', 4],
    ['Pakistan', 7],
    ['Bangladesh', 8],
  ]);
});

it('X-57: every request needs the API key', async () => {
  const answer = await adda.client('GET /meta/countries', {}, { headers: { 'x-api-key': 'another' } });
  expect(answer.error.code).toBe('invalid_api_key');
});
