import { randomUUID } from 'node:crypto';
import { hundredthsOf } from '@adda/contract/kernel/money';
import type { BonusInput } from '@adda/contract/wallet';
import { personMark, writeAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Post } from './ledger/ledger.repository.ts';
import { credit } from './ledger/transfers.ts';
import { lockRegistered } from './wallet.repository.ts';

/** Makes the command of a star bonus (SV-95, Q-20). */
export function createBonus({ database, post }: { database: Database; post: Post }) {
  /**
   * Gives somebody coins; kept in the audit. A `request_id` that the administrator used for the same before gives nothing
   * more. Throws `user_not_found` for guests and nobody, `bonus_request_used`.
   */
  return async function giveBonus(actor: Actor, { username, amount, type, ...input }: BonusInput) {
    const description = input.description.toWellFormed();
    const cause = `bonus:${input.request_id === undefined ? randomUUID() : `${actor.userId}:${input.request_id}`}`;
    await database.transaction(async (tx) => {
      const payee = await lockRegistered(tx, username);
      if (payee === undefined) throw appError('user_not_found');
      const basics = { cause, kind: type, amount: hundredthsOf(amount) };
      const line = { type, description };
      const [posted] = await post(tx, [credit(basics, { payee, origin: 'given', line })]);
      if (posted?.status === 'conflict') throw appError('bonus_request_used');
      if (posted?.status !== 'posted') return;
      await writeAudit(tx, {
        actorId: actor.userId,
        action: 'wallet_bonus',
        target: personMark(payee),
        details: { coins: amount, description },
      });
    });
  };
}

export type GiveBonus = ReturnType<typeof createBonus>;
