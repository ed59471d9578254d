import { UNDO_LINK_SECONDS } from '@adda/contract/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  linkToken,
  registration,
  startAccounts,
  type AccountsFixture,
} from './accounts.fixture.ts';
import { askForEmail } from './email-change.fixture.ts';
import { createAuthenticator } from './factors/authenticator.fixture.ts';
import { addPasskey, codeOf, optionsForUse, setUpTotp } from './factors/factors.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const NEW_PASSWORD = 'a wholly new secret 7';
const undoLogin = (token: string) => adda.client('POST /auth/login/undo', { body: { token } });
const undoChange = (token: string) => adda.client('POST /auth/email/undo', { body: { token } });
const reset = (token: string) =>
  adda.client('POST /auth/password/reset', { body: { token, new_password: NEW_PASSWORD } });
const logIn = (username: string, password = PASSWORD) =>
  adda.client('POST /auth/login', { body: { username, password } });
const logInWith = async (authenticator: ReturnType<typeof createAuthenticator>) => {
  const response = authenticator.use(await optionsForUse(adda));
  return adda.client('POST /auth/passkey', { body: { response } });
};
const factors = async (person: { token: string }) =>
  (await adda.client('GET /auth/factors', {}, person)).data;

/** The tokens of the mails about new logins, oldest first. */
const loginTokens = async (address: string) =>
  (await adda.mailsTo(address)).filter((mail) => mail.includes('A new login')).map(linkToken);

/** Registers an account without a password. */
async function registerByPasskey() {
  const { password: _none, ...body } = registration();
  const authenticator = createAuthenticator();
  const { data: options } = await adda.client('POST /auth/register/options', {
    body: { username: body.username },
  });
  const passkey = { response: authenticator.create(options), name: 'Phone' };
  const { data } = await adda.client('POST /auth/register', { body: { ...body, passkey } });
  return { username: body.username, email: body.email, token: data.access_token, authenticator };
}

const DEAD = { status: 400, error: { code: 'invalid_verification_link' } };

describe('‘This was not me’ in the mail of a login', () => {
  it('ID-05: ends every session and the password, and leads to a new one, once', async () => {
    const ann = await adda.register();
    const thief = { token: (await logIn(ann.username)).data.access_token };
    const [token = ''] = await loginTokens(ann.email);
    const undone = await undoLogin(token);
    expect(undone.status).toBe(200);
    for (const session of [ann, thief])
      expect((await adda.client('GET /users/me', {}, session)).error.code).toBe('invalid_token');
    expect((await logIn(ann.username)).status).toBe(401);
    expect(await undoLogin(token)).toMatchObject(DEAD);
    expect((await reset(undone.data.reset_token)).status).toBe(200);
    expect((await logIn(ann.username, NEW_PASSWORD)).status).toBe(200);
  });

  it('ID-05: also takes back the address and the passkeys of since then', async () => {
    const ann = await adda.register();
    const { authenticator: own } = await addPasskey(adda, ann);
    adda.passSeconds(60);
    const thief = { ...ann, token: (await logIn(ann.username)).data.access_token };
    const [token = ''] = await loginTokens(ann.email);
    adda.passSeconds(60);
    const { authenticator: foreign } = await addPasskey(adda, thief, 'Thief');
    const email = registration().email.replace('@', '.thief@');
    await adda.client('POST /auth/email/change', { body: { email } }, thief);
    const [toNew] = await adda.mailsTo(email);
    const confirmed = await adda.client('POST /auth/email/confirm', { body: { token: linkToken(toNew) } });
    expect(confirmed.status).toBe(200);

    expect((await undoLogin(token)).status).toBe(200);
    expect((await logInWith(foreign)).status).toBe(401);
    const back = await logInWith(own);
    expect(back.status).toBe(200);
    const me = { token: back.data.access_token };
    expect((await adda.client('GET /users/me', {}, me)).data.email).toBe(ann.email);
    // No password opens it any more, so the passkey is the last way in until there is a new one.
    expect(await factors(me)).toMatchObject({ passkeys: 1, password: false });
  });

  it('ID-05: works for seven days, and no other link does in its place', async () => {
    const ann = await adda.register();
    const changed = (await askForEmail(adda, ann)).undoToken;
    await logIn(ann.username);
    const [token = ''] = await loginTokens(ann.email);
    expect(await undoLogin(changed)).toMatchObject(DEAD);
    expect(await undoChange(token)).toMatchObject(DEAD);
    expect(await undoLogin('x'.repeat(24))).toMatchObject(DEAD);
    adda.passSeconds(UNDO_LINK_SECONDS);
    expect(await undoLogin(token)).toMatchObject(DEAD);
  });
});

describe('an account that is opened by passkeys', () => {
  it('ID-05, ID-01: keeps those of before as its way in; none but the new password opens it beside them', async () => {
    const ann = await registerByPasskey();
    adda.passSeconds(60);
    const token = (await askForEmail(adda, ann)).undoToken;
    const { data } = await undoChange(token);
    expect((await logInWith(ann.authenticator)).status).toBe(200);
    expect((await reset(data.reset_token)).status).toBe(200);
    expect((await logIn(ann.username, NEW_PASSWORD)).status).toBe(200);
  });

  it('ID-05, ID-01: whose only passkeys are of since then is opened by the new password alone', async () => {
    const ann = await registerByPasskey();
    adda.passSeconds(60);
    const token = (await askForEmail(adda, ann)).undoToken;
    const { authenticator: foreign } = await addPasskey(adda, ann, 'Thief');
    const { data: listed } = await adda.client('GET /auth/passkeys', {}, ann);
    const own = listed.passkeys.find(({ name }) => name === 'Phone')?.passkey_id ?? '';
    await adda.client('DELETE /auth/passkeys/:passkey_id', { params: { passkey_id: own } }, ann);

    const undone = await undoChange(token);
    expect(undone.status).toBe(200);
    for (const authenticator of [ann.authenticator, foreign])
      expect((await logInWith(authenticator)).status).toBe(401);
    expect((await reset(undone.data.reset_token)).status).toBe(200);
    const back = await logIn(ann.username, NEW_PASSWORD);
    expect(await factors({ token: back.data.access_token })).toMatchObject({ passkeys: 0, password: true });
  });
});

describe('what tells of a login', () => {
  it('ID-05, ID-02: the second step does, the password before it does not', async () => {
    const ann = await adda.register();
    const { secret } = await setUpTotp(adda, ann);
    const { challenge } = (await logIn(ann.username)).error;
    expect(await loginTokens(ann.email)).toEqual([]);
    const body = { challenge: String(challenge), code: codeOf(adda, secret, 1) };
    adda.passSeconds(30);
    expect((await adda.client('POST /auth/login/second-factor', { body })).status).toBe(200);
    expect(await loginTokens(ann.email)).toHaveLength(1);
  });

  it('ID-05, ID-01: a passkey does', async () => {
    const ann = await registerByPasskey();
    expect((await logInWith(ann.authenticator)).status).toBe(200);
    expect(await loginTokens(ann.email)).toHaveLength(1);
  });
});
