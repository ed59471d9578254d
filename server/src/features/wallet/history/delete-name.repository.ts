import { anonymousName } from '@adda/contract/accounts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Removes the name of a deleted account from the histories of users with a common transfer. Coins and times stay
 * (SV-13).
 */
export async function deleteName(tx: Tx, userId: number): Promise<void> {
  await sql`
    UPDATE wallet_lines line SET description = replace(line.description, person.username, ${anonymousName(userId)})
    FROM users person
    WHERE person.id = ${userId} AND line.user_id <> person.id
      AND line.transfer_id IN (SELECT transfer_id FROM ledger_entries WHERE user_id = ${userId})
      AND position(person.username IN line.description) > 0`.execute(tx);
  // The referrer's entry: the deleted user has no part in that transfer.
  await sql`
    UPDATE wallet_lines line SET description = replace(line.description, person.username, ${anonymousName(userId)})
    FROM users person
    WHERE person.id = ${userId} AND line.user_id = person.referred_by AND line.transaction_type = 'referral'
      AND position(person.username IN line.description) > 0`.execute(tx);
}
