import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Client } from '../server/src/test/client.ts';

/**
 * Gives a page a device with passkeys, whose owner always confirms (Chromium's virtual authenticator). The passkeys are lost
 * with the page.
 */
export async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const passkeys = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    /** The passkeys that it holds. */
    passkeys,
    /** Takes the passkeys of another device, as a password manager that syncs them. */
    async copyFrom(other: { readonly passkeys: typeof passkeys }): Promise<void> {
      for (const credential of await other.passkeys())
        await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}

/** Returns the code that an authenticator app with this key (base32) shows; `steps` codes later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/**
 * Sets up an authenticator app through the API, with the code before the present one: that can still be used. It is refused when
 * the next one begins in between.
 */
export async function setUpApp(client: Client, account: { token: string }) {
  const { data } = await client('POST /auth/totp', {}, account);
  const confirm = () =>
    client('POST /auth/totp/confirm', { body: { code: codeOf(data.secret, -1) } }, account);
  if ((await confirm()).status !== 200) await confirm();
  return data;
}
