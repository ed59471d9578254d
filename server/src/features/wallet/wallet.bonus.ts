import { randomUUID } from 'node:crypto';
import { hundredthsOf } from '@adda/contract/kernel/money';
import type { BonusInput } from '@adda/contract/wallet';
import { writeAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Post } from './ledger/ledger.repository.ts';
import { credit } from './ledger/transfers.ts';
import { lockRegistered } from './wallet.repository.ts';

/** Makes the command of a star bonus (SV-95, Q-20). */
export function createBonus({ database, post }: { database: Database; post: Post }) {
  /** Gives somebody coins; kept in the audit. Throws `user_not_found` for guests and nobody. */
  return async function giveBonus(actor: Actor, { username, amount, type, ...input }: BonusInput) {
    const description = input.description.toWellFormed();
    await database.transaction(async (tx) => {
      const payee = await lockRegistered(tx, username);
      if (payee === undefined) throw appError('user_not_found');
      await writeAudit(tx, {
        actorId: actor.userId,
        action: 'wallet_bonus',
        target: `user:${username}`,
        details: { coins: amount, description },
      });
      const basics = { cause: `bonus:${randomUUID()}`, kind: type, amount: hundredthsOf(amount) };
      await post(tx, [credit(basics, { payee, origin: 'given', line: { type, description } })]);
    });
  };
}

export type GiveBonus = ReturnType<typeof createBonus>;
