import { LOGIN_FAILURES_PER_ACCOUNT } from '@adda/contract/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshName,
  from,
  linkToken,
  PASSWORD,
  startAccounts,
  type AccountsFixture,
} from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const NEW_PASSWORD = 'another fine password';

const logIn = (username: string, password = PASSWORD, address = '192.0.2.1') =>
  adda.client('POST /auth/login', { body: { username, password } }, { headers: from(address) });

/** Uses up the attempts that an account allows from unknown places, concurrently. */
const useUpAttempts = <T>(guess: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: LOGIN_FAILURES_PER_ACCOUNT.tries }, (_, n) => guess(n)));

describe('POST /auth/login', () => {
  it('SV-02: accepts a username or an e-mail address in any case', async () => {
    const { username, email } = await adda.register();
    expect((await logIn(username.toUpperCase())).data).toMatchObject({ username, is_guest: false });
    expect((await logIn(email)).data.username).toBe(username);
    const byEmail = { body: { email: ` ${email.toUpperCase()} `, password: PASSWORD } };
    expect((await adda.client('POST /auth/login', byEmail)).data.username).toBe(username);
    expect((await adda.client('POST /auth/login', { body: { password: PASSWORD } })).status).toBe(422);
  });

  it('R-19: the response is the same for a wrong password, an unknown name, a guest and a deleted user', async () => {
    const { username } = await adda.register();
    const guest = await adda.client('POST /auth/guest', {
      body: { sex: 'male', birth_date: '2000-01-01', country: 'UK', state: 'Wales' },
    });
    const deletedUser = await adda.register();
    await adda.client('DELETE /users/me', { body: { password: PASSWORD } }, deletedUser);
    const answers = [
      await logIn(username, 'wrong password'),
      await logIn(freshName()),
      await logIn('nobody@example.org'),
      await logIn(guest.data.username),
      await logIn(deletedUser.username),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.error).toEqual({ code: 'invalid_credentials', detail: 'Invalid username or password' });
    }
  });

  it('R-19: an unknown name takes as long as a known one', async () => {
    const { username } = await adda.register();
    const tryMs = async (name: string, address: string) => {
      const start = performance.now();
      await logIn(name, 'wrong password', address);
      return performance.now() - start;
    };
    const ratios: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const unknown = await tryMs(freshName(), `198.51.100.${n}`);
      ratios.push(unknown / (await tryMs(username, `198.51.100.${n}`)));
    }
    // Without the dummy hash an unknown name would take a tenth of the time.
    expect(ratios.toSorted((a, b) => a - b)[10]).toBeGreaterThan(0.4);
  });

  it('R-19: ten wrong passwords throttle one address; the user can log in from another', async () => {
    const { username } = await adda.register();
    const attacker = '203.0.113.5';
    const wrong = await Promise.all(
      Array.from({ length: 10 }, () => logIn(username, 'wrong password', attacker)),
    );
    expect(wrong.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    const refused = await logIn(username, PASSWORD, attacker);
    expect(refused.status).toBe(429);
    const wait = refused.error.retry_after ?? 0;
    expect(wait).toBeGreaterThan(0);
    expect(refused.headers.get('retry-after')).toBe(String(wait));
    expect(refused.error.detail).toBe(`Too many attempts. Please try again in ${wait} seconds.`);
    expect((await logIn(username, PASSWORD, '203.0.113.6')).status).toBe(200);
    const other = await adda.register();
    expect((await logIn(other.username, PASSWORD, attacker)).status).toBe(200);
  });

  it('R-19: an unknown name is limited like a known one', async () => {
    const name = freshName();
    const tries = Array.from({ length: 11 }, () => logIn(name, 'wrong password', '203.0.113.7'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('R-19: a correct password resets the counter', async () => {
    const { username } = await adda.register();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) await logIn(username, 'wrong password', '203.0.113.8');
      expect((await logIn(username, PASSWORD, '203.0.113.8')).status).toBe(200);
    }
  });

  it('R-19: attempts from many addresses are limited per account, with username and e-mail address counted together', async () => {
    const { username, email } = await adda.register();
    const tries = await useUpAttempts((n) =>
      logIn(n % 2 === 0 ? username : email, 'wrong password', `198.18.${n}.1`),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await logIn(username, PASSWORD, '198.18.99.1')).status).toBe(429);
    expect((await logIn(email, PASSWORD, '198.18.99.2')).status).toBe(429);
    const other = await adda.register();
    expect((await logIn(other.username, PASSWORD, '198.18.0.1')).status).toBe(200);
  });

  it('R-19: attempts by others do not lock out a known device; a forged device cookie is not trusted', async () => {
    const { username } = await adda.register();
    const first = await logIn(username, PASSWORD, '192.0.2.20');
    const device = /adda_device=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect(device).toMatch(/^adda_device=[\w-]{22}\.[\w-]{43}$/);
    const body = (password: string) => ({ body: { username, password } });
    const at = (cookie: string, address: string) => ({ headers: { cookie, ...from(address) } });
    await useUpAttempts((n) => logIn(username, 'wrong password', n < 10 ? '192.0.2.20' : `198.19.${n}.1`));
    const stranger = await logIn(username, PASSWORD, '192.0.2.21');
    expect(stranger.status).toBe(429);
    const forged = [device.split('.')[0] ?? '', `${device.slice(0, -1)}${device.endsWith('A') ? 'Q' : 'A'}`];
    for (const cookie of forged)
      expect((await adda.client('POST /auth/login', body(PASSWORD), at(cookie, '192.0.2.22'))).status).toBe(
        429,
      );
    const otherUser = await adda.register();
    const theirs = await logIn(otherUser.username, PASSWORD, '192.0.2.23');
    const other = /adda_device=[^;]+/.exec(theirs.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect((await adda.client('POST /auth/login', body(PASSWORD), at(other, '192.0.2.24'))).status).toBe(429);
    for (const address of ['192.0.2.20', '192.0.2.25'])
      expect((await adda.client('POST /auth/login', body(PASSWORD), at(device, address))).status).toBe(200);
    // A known device is limited as well.
    for (let n = 0; n < 10; n += 1)
      await adda.client('POST /auth/login', body('wrong password'), at(device, '192.0.2.26'));
    expect((await adda.client('POST /auth/login', body(PASSWORD), at(device, '192.0.2.26'))).status).toBe(
      429,
    );
  });

  it('R-19: after a reset by mail the user can log in while attempts by others continue', async () => {
    const { username, email } = await adda.register();
    await useUpAttempts((n) => logIn(username, 'wrong password', `198.18.${n}.2`));
    await adda.client('POST /auth/password/forgot', { body: { email } });
    const mail = (await adda.mailsTo(email)).find((text) => text.includes('/reset-password?'));
    const set = await adda.client('POST /auth/password/reset', {
      body: { token: linkToken(mail), new_password: NEW_PASSWORD },
    });
    const cookie = /adda_device=[^;]+/.exec(set.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const login = { body: { username, password: NEW_PASSWORD } };
    expect((await adda.client('POST /auth/login', login)).status).toBe(429);
    expect((await adda.client('POST /auth/login', login, { headers: { cookie } })).status).toBe(200);
  });

  it('R-19: an address that tries many names is limited for all of them, counted per network', async () => {
    const { username } = await adda.register();
    for (let n = 0; n < 100; n += 1) await logIn(freshName(), 'wrong password', `2001:db8:1:2::${n + 1}`);
    expect((await logIn(username, PASSWORD, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await logIn(username, PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
  });
});

describe('forgotten passwords', () => {
  const forgot = (email: string) => adda.client('POST /auth/password/forgot', { body: { email } });
  const reset = (token: string, password = NEW_PASSWORD) =>
    adda.client('POST /auth/password/reset', { body: { token, new_password: password } });
  const resetMails = async (email: string) =>
    (await adda.mailsTo(email)).filter((mail) => mail.includes('/reset-password?'));

  it('SV-09: the response is the same for a known and an unknown address', async () => {
    const { email } = await adda.register();
    const [known, unknown] = [await forgot(email), await forgot('nobody@example.org')];
    expect(known.data).toEqual({ message: 'If this address is known, a mail is on its way.' });
    expect(unknown.data).toEqual(known.data);
    expect(await resetMails(email)).toHaveLength(1);
    expect(await resetMails('nobody@example.org')).toHaveLength(0);
  });

  it('SV-09: sends at most one mail a minute', async () => {
    const { email } = await adda.register();
    for (let n = 0; n < 3; n += 1) await forgot(email);
    expect(await resetMails(email)).toHaveLength(1);
    adda.passSeconds(61);
    await forgot(email);
    expect(await resetMails(email)).toHaveLength(2);
  });

  it('SV-10: sets the new password once and ends every session', async () => {
    const { email, username, token } = await adda.register();
    await forgot(email);
    const link = linkToken((await resetMails(email))[0]);
    expect((await reset(link)).status).toBe(200);
    expect((await adda.client('GET /users/me', {}, { token })).error.code).toBe('invalid_token');
    expect((await logIn(username)).status).toBe(401);
    expect((await logIn(username, NEW_PASSWORD)).data.email_verified).toBe(true);
    expect((await reset(link)).error).toEqual({
      code: 'invalid_reset_link',
      detail: 'Invalid or expired reset link',
    });
  });

  it('SV-10: a link used several times concurrently succeeds once', async () => {
    const { email } = await adda.register();
    await forgot(email);
    const link = linkToken((await resetMails(email))[0]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  it('SV-10: a link expires after an hour, and a verification link is not accepted', async () => {
    const { email } = await adda.register();
    const [welcome] = await adda.mailsTo(email);
    expect((await reset(linkToken(welcome))).error.code).toBe('invalid_reset_link');
    await forgot(email);
    const link = linkToken((await resetMails(email))[0]);
    adda.passSeconds(3601);
    expect((await reset(link)).error.code).toBe('invalid_reset_link');
    expect((await reset('made-up')).error.code).toBe('invalid_reset_link');
  });

  it('SV-09: the database holds no token of a link', async () => {
    const { email } = await adda.register();
    await forgot(email);
    const link = linkToken((await resetMails(email))[0]);
    const jobs = await adda.database.pool.query('SELECT data::text FROM pgboss.job');
    const links = await adda.database.pool.query('SELECT token_hash FROM mail_links');
    expect(jobs.rowCount).toBeGreaterThan(0);
    expect(JSON.stringify([jobs.rows, links.rows])).not.toContain(link);
  });
});

describe('POST /auth/password/change', () => {
  const change = (token: string, current: string, next = NEW_PASSWORD) =>
    adda.client(
      'POST /auth/password/change',
      { body: { current_password: current, new_password: next } },
      { token },
    );

  it('SV-11: ends the other sessions and returns a new token; the old token is invalid immediately', async () => {
    const { username, token } = await adda.register();
    const other = (await logIn(username)).data.access_token;
    const { data } = await change(token, PASSWORD);
    expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, token: data.access_token });
    const statuses = [];
    for (const one of [data.access_token, token, other]) {
      statuses.push((await adda.client('GET /users/me', {}, { token: one })).status);
    }
    expect(statuses).toEqual([200, 401, 401]);
    expect((await logIn(username, NEW_PASSWORD)).status).toBe(200);
  });

  it('SV-11, R-19: refuses a wrong password and counts it', async () => {
    const { token } = await adda.register();
    const first = await change(token, 'wrong password');
    expect(first.error).toEqual({ code: 'wrong_password', detail: 'Current password is wrong' });
    for (let n = 0; n < 9; n += 1) await change(token, 'wrong password');
    expect((await change(token, PASSWORD)).error.code).toBe('too_many_login_attempts');
  });

  it('SV-11: a new password follows the rules', async () => {
    const { token } = await adda.register();
    expect((await change(token, PASSWORD, 'short')).status).toBe(422);
  });
});
