import { PAYEE_HOLD_HOURS, type Payee, type PayeeInput } from '@adda/contract/wallet';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError, ValidationError } from '../../../platform/errors.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { ServerSecret } from '../../../platform/secrets/server-secrets.ts';
import { fillPayee, lockRequester } from '../payouts/payouts.repository.ts';
import { createPayeeSeal, faultOfAccount, maskPayee } from './payees.policy.ts';
import { findPayee, savePayee, type KnownPayee, type SealedPayee } from './payees.repository.ts';

const HOUR_MS = 3_600_000;

/** Service for payees. */
export type Payees = ReturnType<typeof createPayees>;

type Deps = {
  readonly database: Database;
  readonly secret: ServerSecret;
  readonly mailOwner: Accounts['mailOwner'];
};

/** Creates the commands of payees (SV-93). Payees are never logged. */
export function createPayees({ database, secret, mailOwner }: Deps) {
  const { seal, open } = createPayeeSeal(secret);

  /** Returns the decrypted payee; null if it can't be decrypted any more, so the user has to set it again. */
  function read({ user_id: userId, kind, sealed }: SealedPayee): PayeeInput | null {
    const details = open(userId, sealed);
    return details ? { kind, ...details } : null;
  }

  /** Returns the time from which a payout may be requested after a change of payee; null for now. */
  function payoutsFrom(changedAt: Date | null | undefined): Date | null {
    if (!changedAt) return null;
    const end = new Date(changedAt.getTime() + PAYEE_HOLD_HOURS * HOUR_MS);
    return end > database.now() ? end : null;
  }

  const isSame = (known: KnownPayee, payee: PayeeInput): boolean => {
    const old = read(known);
    return old?.kind === payee.kind && old.name === payee.name && old.account === payee.account;
  };

  /** Saves a payee. Returns the time of the change. The same payee again is no change, and starts no hold. */
  async function save(tx: Tx, userId: number, payee: PayeeInput): Promise<Date | null> {
    if (!(await lockRequester(tx, userId))) throw appError('invalid_token');
    const known = await findPayee(tx, userId);
    if (known && isSame(known, payee)) return known.changed_at;
    const sealed = { user_id: userId, kind: payee.kind, sealed: seal(userId, payee) };
    const changedAt = await savePayee(tx, sealed);
    // Requests made before the first payee was set get this payee.
    if (!known) await fillPayee(tx, sealed);
    await mailOwner(tx, userId, { kind: 'payee_changed' });
    return changedAt;
  }

  return {
    read,

    /** Returns the payee for a payout request, and the time from which a request is allowed; null for now. */
    async forRequest(tx: Tx, userId: number) {
      const known = await findPayee(tx, userId);
      return { payee: known, payoutsFrom: payoutsFrom(known?.changed_at) };
    },

    /** Returns the caller's payee, masked, and the time from which they may request a payout. */
    async mine(actor: Actor) {
      const found = await findPayee(database.db, actor.userId);
      const payee = found ? read(found) : null;
      return {
        payee: payee && maskPayee(payee),
        payouts_from: payoutsFrom(found?.changed_at)?.toISOString() ?? null,
      };
    },

    /**
     * Sets the payee. A change blocks payout requests for `PAYEE_HOLD_HOURS`. The owner gets a mail. Throws a
     * `ValidationError` for an account that is invalid for its kind.
     */
    async setPayee(actor: Actor, input: PayeeInput): Promise<{ payee: Payee; payouts_from: string | null }> {
      const payee = { ...input, name: input.name.toWellFormed(), account: input.account.toWellFormed() };
      const fault = faultOfAccount(payee);
      if (fault !== undefined)
        throw new ValidationError([{ loc: ['body', 'account'], msg: fault, type: 'invalid_format' }]);
      const changedAt = await database.transaction((tx) => save(tx, actor.userId, payee));
      return { payee: maskPayee(payee), payouts_from: payoutsFrom(changedAt)?.toISOString() ?? null };
    },
  };
}
