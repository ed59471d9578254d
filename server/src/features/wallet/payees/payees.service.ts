import { PAYEE_HOLD_HOURS, type Payee, type PayeeInput } from '@adda/contract/wallet';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError, ValidationError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { TellOwner } from '../wallet.types.ts';
import { fillPayee, lockRequester } from '../payouts/payouts.repository.ts';
import { createPayeeSeal } from './payee-seal.ts';
import { faultOfAccount, maskPayee } from './payee.policy.ts';
import { findPayee, savePayee, type KnownPayee, type SealedPayee } from './payees.repository.ts';

const HOUR_MS = 3_600_000;

/** Where people's payouts go. */
export type Payees = ReturnType<typeof createPayees>;

type Deps = { readonly database: Database; readonly secret: string; readonly tellOwner: TellOwner };

/** Makes the commands of payees (SV-93). Nothing here is logged. */
export function createPayees({ database, secret, tellOwner }: Deps) {
  const { seal, open } = createPayeeSeal(secret);

  /** In full; null for what can't be read any more, so that the person says it anew. */
  function read({ user_id: userId, kind, sealed }: SealedPayee): PayeeInput | null {
    const details = open(userId, sealed);
    return details ? { kind, ...details } : null;
  }

  /** From when a payout may be requested after the payee was changed; null for now. */
  function payoutsFrom(changedAt: Date | null | undefined): Date | null {
    if (!changedAt) return null;
    const end = new Date(changedAt.getTime() + PAYEE_HOLD_HOURS * HOUR_MS);
    return end > database.now() ? end : null;
  }

  const isSame = (known: KnownPayee, payee: PayeeInput): boolean => {
    const old = read(known);
    return old?.kind === payee.kind && old.name === payee.name && old.account === payee.account;
  };

  /** Saves a payee; answers when it was changed. The same one again is no change, and begins no hold. */
  async function save(tx: Tx, userId: number, payee: PayeeInput): Promise<Date | null> {
    if (!(await lockRequester(tx, userId))) throw appError('invalid_token');
    const known = await findPayee(tx, userId);
    if (known && isSame(known, payee)) return known.changed_at;
    const sealed = { user_id: userId, kind: payee.kind, sealed: seal(userId, payee) };
    const changedAt = await savePayee(tx, sealed);
    // What was asked for before the person said where it goes, goes there.
    if (!known) await fillPayee(tx, sealed);
    await tellOwner(tx, userId, { kind: 'payee_changed' });
    return changedAt;
  }

  return {
    read,

    /** Somebody's payee as a request keeps it, and from when one may be made; null for now. */
    async forRequest(tx: Tx, userId: number) {
      const known = await findPayee(tx, userId);
      return { payee: known, payoutsFrom: payoutsFrom(known?.changed_at) };
    },

    /** The caller's own, masked, and from when they may request a payout. */
    async mine(actor: Actor) {
      const found = await findPayee(database.db, actor.userId);
      const payee = found ? read(found) : null;
      return {
        payee: payee && maskPayee(payee),
        payouts_from: payoutsFrom(found?.changed_at)?.toISOString() ?? null,
      };
    },

    /**
     * Says it once, or anew: then no payout can be requested for `PAYEE_HOLD_HOURS`. The owner is mailed. Throws a
     * `ValidationError` for an account that is none of its kind.
     */
    async say(actor: Actor, input: PayeeInput): Promise<{ payee: Payee; payouts_from: string | null }> {
      const payee = { ...input, name: input.name.toWellFormed(), account: input.account.toWellFormed() };
      const fault = faultOfAccount(payee);
      if (fault !== undefined)
        throw new ValidationError([{ loc: ['body', 'account'], msg: fault, type: 'invalid_format' }]);
      const changedAt = await database.transaction((tx) => save(tx, actor.userId, payee));
      return { payee: maskPayee(payee), payouts_from: payoutsFrom(changedAt)?.toISOString() ?? null };
    },
  };
}
