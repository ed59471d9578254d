import { CHALLENGE_SECONDS, PASSKEYS_MAX, RECENT_PROOF_SECONDS } from '@adda/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guest, PASSWORD, registration, startAccounts, type AccountsFixture } from '../accounts.fixture.ts';
import { createAuthenticator } from './authenticator.fixture.ts';
import { addPasskey, optionsForUse } from './factors.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const refused = { code: 'passkey_refused', detail: 'This passkey can’t be used. Please try again.' };

const logIn = async (response: ReturnType<ReturnType<typeof createAuthenticator>['use']>) =>
  adda.client('POST /auth/passkey', { body: { response } });

it('ID-01: options are WebAuthn’s own, for discoverable credentials that verify their user', async () => {
  const ann = await adda.register();
  await addPasskey(adda, ann);
  const { data: forNew } = await adda.client('POST /auth/passkeys/options', {}, ann);
  expect(forNew).toMatchObject({
    rp: { id: 'adda.example', name: 'Adda' },
    user: { name: ann.username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: expect.any(String), type: 'public-key' }],
  });
  const forUse = await optionsForUse(adda);
  expect(forUse).toMatchObject({ rpId: 'adda.example', userVerification: 'required' });
  expect(forUse).not.toHaveProperty('allowCredentials');
});

it('ID-01: a passkey is added, listed, logs in by itself, and is removed', async () => {
  const ann = await adda.register();
  const { authenticator, passkey } = await addPasskey(adda, ann, 'Ann’s phone');
  expect(passkey).toEqual({
    passkey_id: expect.any(String),
    name: 'Ann’s phone',
    created_at: expect.any(String),
    last_used_at: null,
  });
  const entered = await logIn(authenticator.use(await optionsForUse(adda)));
  expect([entered.status, entered.data]).toMatchObject([200, { username: ann.username, is_guest: false }]);
  const listed = await adda.client('GET /auth/passkeys', {}, { token: entered.data.access_token });
  expect(listed.data.passkeys).toEqual([{ ...passkey, last_used_at: expect.any(String) }]);
  const params = { passkey_id: passkey.passkey_id };
  expect((await adda.client('DELETE /auth/passkeys/:passkey_id', { params }, ann)).status).toBe(200);
  expect((await logIn(authenticator.use(await optionsForUse(adda)))).status).toBe(401);
  const again = await adda.client('DELETE /auth/passkeys/:passkey_id', { params }, ann);
  expect([again.status, again.error.code]).toEqual([404, 'passkey_not_found']);
  const mails = await adda.mailsTo(ann.email);
  for (const subject of ['A passkey was added', 'A passkey was removed'])
    expect(mails.filter((mail) => mail.includes(`Subject: ${subject}`))).toHaveLength(1);
});

it('ID-01: a challenge works once, for its caller and purpose, and for 5 minutes', async () => {
  const [ann, ben] = [await adda.register(), await adda.register()];
  const { authenticator } = await addPasskey(adda, ann);
  const response = authenticator.use(await optionsForUse(adda));
  const both = await Promise.all([logIn(response), logIn(response)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  const replay = await logIn(response);
  expect([replay.status, replay.error]).toEqual([401, refused]);

  const { data: anns } = await adda.client('POST /auth/passkeys/options', {}, ann);
  expect((await logIn(authenticator.use(anns))).status).toBe(401);
  const body = { response: createAuthenticator().create(anns), name: 'Ben’s' };
  const foreign = await adda.client('POST /auth/passkeys', { body }, ben);
  expect([foreign.status, foreign.error]).toEqual([400, refused]);
  // It was used up by that try.
  expect((await adda.client('POST /auth/passkeys', { body }, ann)).status).toBe(400);

  const late = authenticator.use(await optionsForUse(adda));
  adda.passSeconds(CHALLENGE_SECONDS);
  expect((await logIn(late)).status).toBe(401);
});

it('ID-01: of another site, without a verified user, with an old counter, or damaged it is refused', async () => {
  const ann = await adda.register();
  const { authenticator } = await addPasskey(adda, ann);
  const options = () => optionsForUse(adda);
  const at = 'https://adda.example.net';
  expect((await logIn(authenticator.use(await options(), { at }))).status).toBe(401);
  expect((await logIn(authenticator.use(await options(), { isVerified: false }))).status).toBe(401);
  const good = authenticator.use(await options());
  const damaged = {
    ...good,
    response: { ...good.response, signature: `${good.response.signature.slice(0, -8)}AAAAAAAA` },
  };
  expect((await logIn(damaged)).status).toBe(401);
  expect((await logIn({ ...good, response: { ...good.response, clientDataJSON: 'AAAA' } })).status).toBe(401);
  authenticator.setCounter(5);
  expect((await logIn(authenticator.use(await options()))).status).toBe(200);
  expect((await logIn(authenticator.use(await options()))).status).toBe(401);
  authenticator.setCounter(6);
  expect((await logIn(authenticator.use(await options()))).status).toBe(200);
  expect((await logIn(createAuthenticator().use(await options()))).status).toBe(401);

  const { data } = await adda.client('POST /auth/passkeys/options', {}, ann);
  const body = { response: createAuthenticator().create(data, { isVerified: false }), name: 'Key' };
  expect((await adda.client('POST /auth/passkeys', { body }, ann)).error).toEqual(refused);
});

it('ID-01: a passkey belongs to one account; accounts have at most 20', async () => {
  const [ann, ben] = [await adda.register(), await adda.register()];
  const { authenticator } = await addPasskey(adda, ann);
  const { data } = await adda.client('POST /auth/passkeys/options', {}, ben);
  const body = { response: authenticator.create(data), name: 'Copy' };
  expect((await adda.client('POST /auth/passkeys', { body }, ben)).error).toEqual(refused);
  for (let count = 1; count < PASSKEYS_MAX; count += 1) await addPasskey(adda, ann, `Key ${count}`);
  const full = await adda.client('POST /auth/passkeys/options', {}, ann);
  expect([full.status, full.error.code]).toEqual([400, 'too_many_passkeys']);
});

it('ID-01: names have 1 to 60 characters; guests have no passkeys', async () => {
  const ann = await adda.register();
  for (const name of [' ', 'x'.repeat(61)]) {
    const { data } = await adda.client('POST /auth/passkeys/options', {}, ann);
    const body = { response: createAuthenticator().create(data), name };
    expect((await adda.client('POST /auth/passkeys', { body }, ann)).status).toBe(422);
  }
  const { data } = await adda.client('POST /auth/guest', { body: guest });
  const visitor = { token: data.access_token };
  expect((await adda.client('POST /auth/passkeys/options', {}, visitor)).status).toBe(403);
  expect((await adda.client('GET /auth/passkeys', {}, visitor)).status).toBe(403);
});

async function registerByPasskey() {
  const { password: _password, ...person } = registration();
  const authenticator = createAuthenticator();
  const { username } = person;
  const { data: options } = await adda.client('POST /auth/register/options', { body: { username } });
  const body = { ...person, passkey: { response: authenticator.create(options), name: 'Phone' } };
  const { status, data } = await adda.client('POST /auth/register', { body });
  return { status, authenticator, username, email: person.email, token: data.access_token };
}

it('ID-01: an account without a password is registered, and its only passkey stays', async () => {
  const ann = await registerByPasskey();
  expect(ann.status).toBe(201);
  expect((await logIn(ann.authenticator.use(await optionsForUse(adda)))).data.username).toBe(ann.username);
  const login = await adda.client('POST /auth/login', {
    body: { username: ann.username, password: PASSWORD },
  });
  expect(login.status).toBe(401);
  const { data } = await adda.client('GET /auth/passkeys', {}, ann);
  const params = { passkey_id: data.passkeys[0]?.passkey_id ?? '' };
  const last = await adda.client('DELETE /auth/passkeys/:passkey_id', { params }, ann);
  expect([last.status, last.error.code]).toEqual([400, 'last_way_in']);
  await addPasskey(adda, ann);
  expect((await adda.client('DELETE /auth/passkeys/:passkey_id', { params }, ann)).status).toBe(200);
});

it('ID-01: registering by passkey needs the options of this username, and a password or a passkey', async () => {
  const { password: _password, ...person } = registration();
  const options = async (username: string) =>
    (await adda.client('POST /auth/register/options', { body: { username } })).data;
  const register = (body: object) => adda.client('POST /auth/register', { body: { ...person, ...body } });
  const forOther = createAuthenticator().create(await options('somebody.else'));
  const other = await register({ passkey: { response: forOther, name: 'Phone' } });
  expect([other.status, other.error]).toEqual([400, refused]);
  expect((await register({})).status).toBe(422);
  const response = createAuthenticator().create(await options(person.username));
  const passkey = { response, name: 'Phone' };
  expect((await register({ passkey, password: PASSWORD })).status).toBe(422);
  expect((await register({ passkey })).status).toBe(201);
  const taken = await adda.client('POST /auth/register/options', { body: { username: person.username } });
  expect(taken.error.code).toBe('username_taken');
});

it('ID-01, ID-03: an account without a password proves itself by its passkey', async () => {
  const ann = await registerByPasskey();
  adda.passSeconds(RECENT_PROOF_SECONDS);
  const change = () =>
    adda.client('POST /auth/password/change', { body: { new_password: 'another fine password' } }, ann);
  expect((await change()).error.code).toBe('reauthentication_needed');
  const body = { passkey: ann.authenticator.use(await optionsForUse(adda)) };
  expect((await adda.client('POST /auth/reauthenticate', { body }, ann)).status).toBe(200);
  const changed = await change();
  expect(changed.status).toBe(200);
  const username = { username: ann.username, password: 'another fine password' };
  expect((await adda.client('POST /auth/login', { body: username })).status).toBe(200);
  // Now it has a password, which has to be given.
  const token = { token: changed.data.access_token };
  expect((await adda.client('DELETE /users/me', { body: {} }, token)).status).toBe(422);
});

it('ID-03: the passkey of another account is no proof', async () => {
  const [ann, ben] = [await adda.register(), await adda.register()];
  const { authenticator } = await addPasskey(adda, ben);
  const body = { passkey: authenticator.use(await optionsForUse(adda)) };
  const answer = await adda.client('POST /auth/reauthenticate', { body }, ann);
  expect([answer.status, answer.error]).toEqual([
    403,
    { code: 'proof_refused', detail: 'That passkey is wrong.' },
  ]);
});

it('ID-01, SV-13: a deleted account leaves no passkey', async () => {
  const ann = await registerByPasskey();
  expect((await adda.client('DELETE /users/me', { body: {} }, ann)).status).toBe(200);
  expect((await logIn(ann.authenticator.use(await optionsForUse(adda)))).error).toEqual(refused);
  const rows = await adda.database.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('users.deleted_at', 'is not', null)
    .select('passkeys.id')
    .execute();
  expect(rows).toEqual([]);
});
