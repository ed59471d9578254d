import { sealRenewal, type SealRenewal, type SealState } from '../../../platform/secrets/renew-seals.ts';
import type { AccountsContext } from '../accounts.types.ts';
import { createSecretCipher } from './totp.codec.ts';
import * as stored from './totp.repository.ts';

type Context = Pick<AccountsContext, 'database' | 'jwtSecret'>;

/** Encrypts the secrets of authenticator apps anew after the exchange of the server's secret (ADR 61). */
export function createTotpRenewals({ database, jwtSecret }: Context): readonly SealRenewal[] {
  const cipher = createSecretCipher(jwtSecret);

  async function renewColumn(
    row: stored.SealedSecrets,
    column: 'secret' | 'unconfirmed_secret',
  ): Promise<SealState | undefined> {
    const { user_id: userId, [column]: old } = row;
    if (old === null) return undefined;
    const renewal = cipher.renew(old, userId);
    if (typeof renewal === 'string') return renewal;
    const isRenewed = await stored.replaceSeal(database.db, { userId, column, old }, renewal.sealed);
    return isRenewed ? 'renewed' : 'current';
  }

  return [
    sealRenewal('secrets of authenticator apps', {
      read: (after: stored.SealedSecrets | undefined) =>
        stored.listSealedSecrets(database.db, after?.user_id ?? 0),
      async renew(row) {
        const confirmed = await renewColumn(row, 'secret');
        const waiting = await renewColumn(row, 'unconfirmed_secret');
        // A secret that waits for its first code is not in use yet: its user begins anew.
        return [confirmed, waiting === 'unreadable' ? undefined : waiting].flatMap((state) => state ?? []);
      },
    }),
  ];
}
