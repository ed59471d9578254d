import type { Database } from '../../../platform/database/index.ts';
import { sealRenewal, type SealRenewal, type SealState } from '../../../platform/secrets/renew-seals.ts';
import type { Renewal, ServerSecret } from '../../../platform/secrets/server-secrets.ts';
import { createPayeeSeal } from './payees.policy.ts';
import * as stored from './payees.repository.ts';

type Deps = { readonly database: Database; readonly secret: ServerSecret };

/** Stores values that were sealed anew. A value that its user replaced meanwhile stays: it is sealed with the current secret. */
async function applied(
  renewal: Renewal<string>,
  replace: (sealed: string) => Promise<boolean>,
): Promise<readonly SealState[]> {
  if (typeof renewal === 'string') return [renewal];
  return [(await replace(renewal.sealed)) ? 'renewed' : 'current'];
}

/** Encrypts stored payees and those of payout requests anew after the exchange of the secret (ADR 61). */
export function createPayeeRenewals({ database, secret }: Deps): readonly SealRenewal[] {
  const { renew } = createPayeeSeal(secret);
  const { db } = database;
  return [
    sealRenewal('payout details', {
      read: (after: stored.SealedPayee | undefined) => stored.listSealedPayees(db, after?.user_id ?? 0),
      renew: (row) =>
        applied(renew(row.user_id, row.sealed), (sealed) => stored.replacePayeeSeal(db, row, sealed)),
    }),
    // After the payees, from which new requests take theirs.
    sealRenewal('payout details of requests', {
      read: (after: stored.SealedRequest | undefined) => stored.listSealedRequests(db, after?.id ?? 0),
      renew: (row) =>
        applied(renew(row.user_id, row.payee_sealed), (sealed) => stored.replaceRequestSeal(db, row, sealed)),
    }),
  ];
}
