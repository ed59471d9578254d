import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  guest,
  linkToken,
  PASSWORD,
  registration,
  startAccounts,
  type AccountsFixture,
} from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const GOOD = 'warm chai at dusk';

/** The expected response to a weak password. */
const weak = (field: string) => ({
  status: 422,
  error: {
    code: 'password_weak',
    detail: [{ loc: ['body', field], msg: expect.stringMatching(/\S+ \S+.*\.$/), type: 'password_weak' }],
  },
});

const register = (password: string, body = registration()) =>
  adda.client('POST /auth/register', { body: { ...body, password } });

describe('ID-06: known and easy passwords are refused', () => {
  it.each([
    ['a known one', 'password1'],
    ['a known one in disguise', 'P@ssw0rd'],
    ['a row of keys', 'qwertyuiop'],
    ['digits', '12345678'],
    ['a repetition', 'abcabcabcabc'],
    ['a name with a year', 'michael1987'],
  ])('%s, at registration', async (_what, password) => {
    expect(await register(password)).toMatchObject(weak('password'));
  });

  it('passwords made of the username or the e-mail address', async () => {
    const body = { ...registration(), username: 'zorvexlinth', email: 'quombrastel@example.org' };
    for (const password of ['zorvexlinth', 'Zorvexlinth1', 'quombrastel', 'quombrastel@example.org'])
      expect(await register(password, body)).toMatchObject(weak('password'));
    expect((await register(GOOD, body)).status).toBe(201);
  });

  it('passwords made of the words of the site: the product, the host, the operator', async () => {
    // Each would be strong enough at another site.
    for (const password of ['Zorvexhouse1', 'zorvexzorvex', '2orvexhouse'])
      expect(await register(password), password).toMatchObject(weak('password'));
    expect((await register(`adda ${GOOD}`)).status).toBe(201);
    const { token } = await adda.register();
    const body = { current_password: PASSWORD, new_password: 'Zorvexhouse1' };
    const change = await adda.client('POST /auth/password/change', { body }, { token });
    expect(change).toMatchObject(weak('new_password'));
  });

  it('at upgrade, including the display name; another password is accepted', async () => {
    const { data } = await adda.client('POST /auth/guest', { body: { ...guest, display_name: 'Vimbruxal' } });
    const { username, email } = registration();
    const upgrade = (password: string) =>
      adda.client(
        'POST /auth/upgrade',
        { body: { username, email, password } },
        { token: data.access_token },
      );
    expect(await upgrade('vimbruxal')).toMatchObject(weak('password'));
    expect((await upgrade(GOOD)).status).toBe(200);
  });

  it('at change; the old password stays valid', async () => {
    const { username, token } = await adda.register();
    const change = (password: string) =>
      adda.client(
        'POST /auth/password/change',
        { body: { current_password: PASSWORD, new_password: password } },
        { token },
      );
    expect(await change('password1')).toMatchObject(weak('new_password'));
    expect((await adda.client('POST /auth/login', { body: { username, password: PASSWORD } })).status).toBe(
      200,
    );
    expect((await change(GOOD)).status).toBe(200);
  });

  it('at reset by mail; the link stays valid', async () => {
    const { email } = await adda.register();
    await adda.client('POST /auth/password/forgot', { body: { email } });
    const mail = (await adda.mailsTo(email)).find((text) => text.includes('/reset-password?'));
    const reset = (password: string, token = linkToken(mail)) =>
      adda.client('POST /auth/password/reset', { body: { token, new_password: password } });
    for (let n = 0; n < 3; n += 1) expect(await reset('password1')).toMatchObject(weak('new_password'));
    expect((await reset('password1', 'made-up')).error.code).toBe('invalid_reset_link');
    expect((await reset(GOOD)).status).toBe(200);
  });

  it('never at login: existing weak passwords still work', async () => {
    const { username } = await adda.register();
    const strong = await adda.register();
    const { createPasswordHasher } = await import('./password-hash.service.ts');
    const hash = await createPasswordHasher().hash('password1');
    const { db } = adda.database;
    await db.updateTable('users').set({ password_hash: hash }).where('username', '=', username).execute();
    const logIn = (name: string, password: string) =>
      adda.client('POST /auth/login', { body: { username: name, password } });
    expect((await logIn(username, 'password1')).status).toBe(200);
    expect((await logIn(strong.username, 'password1')).error.code).toBe('invalid_credentials');
  });

  it('rating long passwords does not block the event loop', async () => {
    const hard = Array.from({ length: 128 }, (_, n) => String.fromCodePoint(33 + ((n * 7919) % 90))).join('');
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(hard)));
    clearInterval(turning);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(turns).toBeGreaterThan(10);
  });
});
