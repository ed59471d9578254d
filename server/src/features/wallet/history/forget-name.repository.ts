import { anonymousName } from '@adda/contract/accounts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Takes the name of somebody whose account ends out of the histories of others with whom they shared a transfer. Coins and
 * times stay (SV-13).
 */
export async function forgetName(tx: Tx, userId: number): Promise<void> {
  await sql`
    UPDATE wallet_lines line SET description = replace(line.description, person.username, ${anonymousName(userId)})
    FROM users person
    WHERE person.id = ${userId} AND line.user_id <> person.id
      AND line.transfer_id IN (SELECT transfer_id FROM ledger_entries WHERE user_id = ${userId})
      AND position(person.username IN line.description) > 0`.execute(tx);
  // Who brought them: that transfer was never theirs.
  await sql`
    UPDATE wallet_lines line SET description = replace(line.description, person.username, ${anonymousName(userId)})
    FROM users person
    WHERE person.id = ${userId} AND line.user_id = person.referred_by AND line.transaction_type = 'referral'
      AND position(person.username IN line.description) > 0`.execute(tx);
}
