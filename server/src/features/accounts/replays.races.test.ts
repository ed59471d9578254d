import { RECENT_PROOF_SECONDS, REFRESH_GRACE_SECONDS, TOTP_SECONDS } from '@adda/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkToken, PASSWORD, startAccounts, type AccountsFixture } from './accounts.fixture.ts';
import { createAuthenticator } from './factors/authenticator.fixture.ts';
import { codeOf, optionsForUse, setUpTotp } from './factors/factors.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

type Answered = { readonly status: number };

/** Makes a call twice at once, then once more. Returns the statuses: of those at once in order, then of the last one. */
async function replayed(call: () => Promise<Answered>): Promise<number[]> {
  const both = await Promise.all([call(), call()]);
  return [...both.map(({ status }) => status).toSorted(), (await call()).status];
}

const begin = async ({ username }: { username: string }) =>
  (await adda.client('POST /auth/login', { body: { username, password: PASSWORD } })).error.challenge ?? '';

it('ID-01, ID-03: the response to a challenge of a passkey works once: new, at login, as second factor, as proof', async () => {
  const ann = await adda.register();
  const { data: options } = await adda.client('POST /auth/passkeys/options', {}, ann);
  const authenticator = createAuthenticator();
  const body = { response: authenticator.create(options), name: 'Phone' };
  expect(await replayed(() => adda.client('POST /auth/passkeys', { body }, ann))).toEqual([201, 400, 400]);
  const { data } = await adda.client('GET /auth/passkeys', {}, ann);
  expect(data.passkeys).toHaveLength(1);

  const response = authenticator.use(await optionsForUse(adda));
  expect(await replayed(() => adda.client('POST /auth/passkey', { body: { response } }))).toEqual([
    200, 401, 401,
  ]);
  const proof = { passkey: authenticator.use(await optionsForUse(adda)) };
  expect(await replayed(() => adda.client('POST /auth/reauthenticate', { body: proof }, ann))).toEqual([
    200, 403, 403,
  ]);

  await setUpTotp(adda, ann);
  // Each login has its own challenge; the passkey's is the same.
  const challenges = [await begin(ann), await begin(ann), await begin(ann)];
  const passkey = authenticator.use(await optionsForUse(adda));
  expect(
    await replayed(() =>
      adda.client('POST /auth/login/second-factor', {
        body: { challenge: challenges.pop() ?? '', passkey },
      }),
    ),
  ).toEqual([200, 401, 401]);
});

it('ID-02, ID-03: a code of the app and a recovery code work once, at login and as proof', async () => {
  const ann = await adda.register();
  const { secret, recoveryCodes } = await setUpTotp(adda, ann);
  for (const recoveryCode of [undefined, ...recoveryCodes.slice(0, 1)]) {
    adda.passSeconds(TOTP_SECONDS);
    const code = recoveryCode ?? codeOf(adda, secret);
    const challenges = [await begin(ann), await begin(ann), await begin(ann)];
    expect(
      await replayed(() =>
        adda.client('POST /auth/login/second-factor', { body: { challenge: challenges.pop() ?? '', code } }),
      ),
    ).toEqual([200, 401, 401]);
  }
  for (const recoveryCode of [undefined, ...recoveryCodes.slice(1, 2)]) {
    adda.passSeconds(RECENT_PROOF_SECONDS);
    const body = { code: recoveryCode ?? codeOf(adda, secret) };
    expect(await replayed(() => adda.client('POST /auth/reauthenticate', { body }, ann))).toEqual([
      200, 403, 403,
    ]);
  }
});

it('ID-02: the first code of an app confirms it once', async () => {
  const ann = await adda.register();
  const { data } = await adda.client('POST /auth/totp', {}, ann);
  const body = { code: codeOf(adda, data.secret) };
  expect(await replayed(() => adda.client('POST /auth/totp/confirm', { body }, ann))).toEqual([
    200, 400, 400,
  ]);
});

it('SV-10: a reset link works once', async () => {
  const { email } = await adda.register();
  await adda.client('POST /auth/password/forgot', { body: { email } });
  const token = linkToken((await adda.mailsTo(email)).find((mail) => mail.includes('/reset-password?')));
  const body = { token, new_password: 'another fine password' };
  expect(await replayed(() => adda.client('POST /auth/password/reset', { body }))).toEqual([200, 400, 400]);
});

it('R-18: a token that was exchanged is refused after the grace period, and its session ends', async () => {
  const { token } = await adda.register();
  const refresh = (given: string) => adda.client('POST /auth/refresh', { body: { token: given } });
  const { data: next } = await refresh(token);
  adda.passSeconds(REFRESH_GRACE_SECONDS + 1);
  expect(await replayed(() => refresh(token))).toEqual([401, 401, 401]);
  expect((await adda.client('GET /users/me', {}, { token: next.access_token })).status).toBe(401);
  expect((await refresh(next.access_token)).status).toBe(401);
});
