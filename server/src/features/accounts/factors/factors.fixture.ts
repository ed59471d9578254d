import { TOTP_SECONDS } from '@adda/contract/accounts';
import { Secret, TOTP } from 'otpauth';
import type { AccountsFixture } from '../accounts.fixture.ts';
import { createAuthenticator, type Authenticator } from './authenticator.fixture.ts';

type Person = { readonly token: string };
type Served = Pick<AccountsFixture, 'client' | 'now'>;

/** Returns the code that an authenticator app with this secret (base32) shows, `steps` steps from now. */
export function codeOf(adda: Served, secret: string, steps = 0): string {
  const timestamp = adda.now().getTime() + steps * TOTP_SECONDS * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up an authenticator app; the code of the present step is used by that. */
export async function setUpTotp(adda: Served, person: Person) {
  const { data: begun } = await adda.client('POST /auth/totp', {}, person);
  const body = { code: codeOf(adda, begun.secret) };
  const { data } = await adda.client('POST /auth/totp/confirm', { body }, person);
  return { secret: begun.secret, recoveryCodes: data.recovery_codes };
}

/** Adds a passkey to an account. */
export async function addPasskey(adda: Served, person: Person, name = 'Laptop') {
  const authenticator: Authenticator = createAuthenticator();
  const { data: options } = await adda.client('POST /auth/passkeys/options', {}, person);
  const body = { response: authenticator.create(options), name };
  const { data } = await adda.client('POST /auth/passkeys', { body }, person);
  return { authenticator, passkey: data.passkey };
}

/** Returns options for using a passkey. */
export const optionsForUse = async (adda: Served) =>
  (await adda.client('POST /auth/passkey/options', {})).data;
