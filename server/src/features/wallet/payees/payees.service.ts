import type { Payee, PayeeInput } from '@adda/contract/wallet';
import type { Database } from '../../../platform/database/index.ts';
import { appError, ValidationError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { createPayeeSeal } from './payee-seal.ts';
import { faultOfAccount, maskPayee } from './payee.policy.ts';
import { findPayee, savePayee, type SealedPayee } from './payees.repository.ts';

/** Where people's payouts go. */
export type Payees = ReturnType<typeof createPayees>;

/** Makes the commands of payees (SV-93). Nothing here is logged. */
export function createPayees({ database, secret }: { database: Database; secret: string }) {
  const { seal, open } = createPayeeSeal(secret);

  /** In full; null for what can't be read any more, so that the person says it anew. */
  function read({ user_id: userId, kind, sealed }: SealedPayee): PayeeInput | null {
    const details = open(userId, sealed);
    return details ? { kind, ...details } : null;
  }

  return {
    read,

    /** The caller's own, masked. */
    async mine(actor: Actor): Promise<Payee | null> {
      const found = await findPayee(database.db, actor.userId);
      const payee = found ? read(found) : null;
      return payee && maskPayee(payee);
    },

    /** Says it once, or anew. Throws a `ValidationError` for an account that is none of its kind. */
    async say(actor: Actor, input: PayeeInput): Promise<Payee> {
      const payee = { ...input, name: input.name.toWellFormed(), account: input.account.toWellFormed() };
      const fault = faultOfAccount(payee);
      if (fault !== undefined)
        throw new ValidationError([{ loc: ['body', 'account'], msg: fault, type: 'invalid_format' }]);
      const sealed = seal(actor.userId, payee);
      const isSaved = await savePayee(database, { user_id: actor.userId, kind: payee.kind, sealed });
      if (!isSaved) throw appError('invalid_token');
      return maskPayee(payee);
    },
  };
}
