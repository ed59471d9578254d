import type { Passkey } from '@adda/contract/accounts';
import { api } from '../../../platform/api.ts';

/** Makes a passkey on this device and adds it to the account (ID-01). Resolves with undefined if the device's dialog was closed. */
export async function addPasskey(name: string): Promise<Passkey | undefined> {
  const [{ createPasskey }, options] = await Promise.all([
    import('./passkey-ceremonies.ts'),
    api('POST /auth/passkeys/options'),
  ]);
  const response = await createPasskey(options);
  return response && (await api('POST /auth/passkeys', { body: { response, name } })).passkey;
}
